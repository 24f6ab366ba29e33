import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat, type ChatProps } from "../../src/components/chat/Chat.tsx";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { Sources } from "../../src/components/sources/Sources.tsx";
import type { Source } from "../../src/components/sources/source.ts";
import type { Message } from "../../src/protocol/events.ts";
import { metaEvent } from "../../src/protocol/metaEvents.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/runSteps.ts";
import { Conversation, onChatBackground, Page } from "../conversation.tsx";

const timetable: Source = {
  number: 1,
  href: "https://ferries.example.com/timetable",
  title: "Timetable of the Tagus ferries",
  summary: "Boats to Cacilhas leave every ten minutes, from 5:35 until 1:20.",
};

const guide: Source = {
  number: 2,
  href: "https://www.example.org/lisbon/south-bank",
  title: "The south bank of the Tagus: a walk in twelve stops",
};

const brochure: Source = {
  number: 3,
  title: "Brochure of the port of Lisbon, 2026",
  summary: "Page 12: tickets are sold at the piers and in the underground.",
};

const text = `Take the ferry from Cais do Sodré: it leaves every ten minutes [1], and a ticket costs 1.35 € [1, 3].
Walk along the river to Ponto Final afterwards [2].`;

/** An answer in a format that many servers send: each source is an annotation of the message. */
const cited: readonly Message[] = [
  { id: "u1", role: "user", content: "How do I get to Cacilhas?" },
  {
    id: "a1",
    role: "assistant",
    content: text,
    ...{
      annotations: [timetable, guide, brochure].map(({ href, title, summary }) => ({
        type: "url_citation",
        url_citation: { url: href, title, quote: summary },
      })),
    },
  },
];

import { sourceControls } from "../states/messageControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Messages/Sources",
  component: Chat,
  parameters: { controlsFromArgs: true },
  args: { title: "Trip" },
  render: (args: ChatProps) => (
    <Page>
      <Conversation messages={cited}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
} satisfies Meta<typeof Chat>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Numbers in the text lead to the sources below, which the message has as `annotations`. */
export const CitedInTheText: Story = {
  play: async ({ canvas }) => {
    const [first] = canvas.getAllByRole("link", {
      name: "Source 1: Timetable of the Tagus ferries",
    });
    await expect(first).toHaveAttribute("href", timetable.href);
    const list = within(canvas.getByRole("list", { name: "Sources" }));
    await expect(list.getByRole("link", { name: /ferries\.example\.com/ })).toBeVisible();
  },
};

/** The keyboard opens the card of a source, as a resting pointer does. */
export const CardOfASource: Story = {
  play: async ({ canvas }) => {
    const button = canvas.getAllByRole("button", { name: /^Source 3/ })[0];
    if (!button) throw new Error("The source without an address has no button.");
    await userEvent.click(button);
    const card = canvas.getByText(/tickets are sold at the piers/);
    await waitFor(() => expect(card).toBeVisible());
  },
};

/** A server that streams its answer states the sources in a meta event. */
export const StatedByAMetaEvent: Story = {
  render: (args) => (
    <Page>
      <Conversation
        isStarted
        scripts={[
          [
            runStarted(),
            { type: "TEXT_MESSAGE_START", messageId: "a1", role: "assistant" },
            { type: "TEXT_MESSAGE_CONTENT", messageId: "a1", delta: text },
            { type: "TEXT_MESSAGE_END", messageId: "a1" },
            metaEvent("sources", {
              messageId: "a1",
              sources: [timetable, guide, brochure].map(({ href, ...fields }) => ({
                ...fields,
                url: href,
              })),
            }),
            runFinished(),
          ],
        ]}
      >
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("list", { name: "Sources" })).toBeVisible();
  },
};

/** A model that writes links with numbers needs no sources beside the text. */
export const NumberedLinks: Story = {
  render: (args) => (
    <Page>
      <Conversation
        isStarted
        scripts={[
          textRun(
            "The ferry leaves every ten minutes [1](https://ferries.example.com/timetable). " +
              'The walk has twelve stops [2].\n\n[2]: https://www.example.org/lisbon "South bank"',
          ),
        ]}
      >
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "Source 2: South bank" })).toBeVisible();
  },
};

const many: readonly Source[] = Array.from({ length: 14 }, (_, index) => ({
  number: index + 1,
  href: `https://source-${index + 1}.example.com/`,
  title: `Report ${index + 1}`,
}));

/** Further sources appear on request. */
export const ManySources: Story = {
  decorators: [onChatBackground],
  render: () => (
    <>
      <Markdown
        text="The ferries are punctual [1, 2], in the opinion of most guests [14]."
        sources={many}
      />
      <Sources sources={many} />
    </>
  ),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole("button", { name: "9 more sources" }));
    await expect(canvas.getAllByRole("listitem")).toHaveLength(14);
    await expect(canvas.getByRole("list", { name: "Sources" })).toHaveFocus();
  },
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={sourceControls} /> };
