import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat, type ChatProps } from "../../src/components/chat/Chat.tsx";
import { useConversationSearch } from "../../src/components/search/useConversationSearch.ts";
import { arabicStrings } from "../../src/components/strings/ar.ts";
import { Conversation, Page } from "../conversation.tsx";
import { arabicTrip, manyTurns, trip } from "../fixtures.ts";
import { searchControls } from "../states/chatControls.tsx";
import { repeatsLandmarks } from "../states/reasons.ts";
import { StateTable } from "../states/StateTable.tsx";

/** More turns, whose ids differ from those of the other messages. */
const more = manyTurns(12).map((message) => ({ ...message, id: `more-${message.id}` }));

/** A button of the application, above a chat. */
function SearchableChat(props: ChatProps): ReactNode {
  const { isOpen, open, close } = useConversationSearch();
  return (
    <Page display="flex" flexDirection="column">
      <button type="button" aria-expanded={isOpen} onClick={isOpen ? close : open}>
        Find in conversation
      </button>
      <div style={{ flex: 1, minBlockSize: 0 }}>
        <Chat {...props} />
      </div>
    </Page>
  );
}

const meta = {
  title: "Chat/Search",
  component: Chat,
  parameters: { layout: "fullscreen" },
  render: (args: ChatProps) => (
    <Conversation messages={[...trip, ...more]}>
      <SearchableChat {...args} />
    </Conversation>
  ),
} satisfies Meta<typeof Chat>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Opens the search and types a query. */
async function search(canvasElement: HTMLElement, query: string, name = "Search in conversation") {
  const canvas = within(canvasElement);
  await userEvent.click(canvas.getByRole("button", { name: "Find in conversation" }));
  const field = await canvas.findByRole("textbox", { name });
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.keyboard(query);
  return within(canvas.getByRole("search"));
}

/** Opens above the conversation. Each match is marked, and the current one in another color. */
export const Found: Story = {
  play: async ({ canvasElement }) => {
    const bar = await search(canvasElement, "weather");
    await waitFor(() => expect(bar.getByRole("status")).toHaveTextContent(/^\d+ of \d+$/));
    await userEvent.keyboard("{Enter}");
  },
};

/** Opens the row of a tool call whose result has the match. */
export const InToolResult: Story = {
  play: async ({ canvasElement }) => {
    const bar = await search(canvasElement, "taberna do mar");
    await waitFor(() => expect(bar.getByRole("status")).toHaveTextContent(/^\d+ of \d+$/));
  },
};

export const NothingFound: Story = {
  play: async ({ canvasElement }) => {
    const bar = await search(canvasElement, "zeppelin");
    await waitFor(() => expect(bar.getByRole("status")).toHaveTextContent("No matches"));
    await expect(bar.getByRole("button", { name: "Next match" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  },
};

export const Dark: Story = { ...Found, globals: { theme: "dark" } };

export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { strings: arabicStrings, lang: "ar" },
  render: (args) => (
    <Conversation messages={[...arabicTrip, ...more]}>
      <SearchableChat {...args} />
    </Conversation>
  ),
  play: async ({ canvasElement }) => {
    const bar = await search(canvasElement, "لشبونة", arabicStrings.search.label);
    await waitFor(() => expect(bar.getByRole("status")).toHaveTextContent(/\d/));
  },
};

/** Shows the controls in all their states. */
export const States: Story = {
  parameters: repeatsLandmarks,
  render: () => <StateTable controls={searchControls} />,
};
