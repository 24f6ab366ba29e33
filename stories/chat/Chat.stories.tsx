import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import type { Message } from "../../src/protocol/events.ts";
import { runError, runStarted, textRun } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import thirdQuestion from "../../test/fixtures/recordings/strands/multi-turn.3.request.json";
import thirdTurn from "../../test/fixtures/recordings/strands/multi-turn.3.sse?raw";
import cutQuestion from "../../test/fixtures/recordings/tanstack/server-0.58/cut-mid-stream.request.json";
import cutOff from "../../test/fixtures/recordings/tanstack/server-0.58/cut-mid-stream.sse?raw";
import { Conversation, hangAfter, Page } from "../conversation.tsx";
import { arabicTrip, halfAnAnswer, manyTurns, trip } from "../fixtures.ts";
import { eventsOf, messagesOf } from "../recordings.ts";

const meta = {
  title: "Chat/Chat",
  component: Chat,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof Chat>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Shows a greeting and suggestions in an empty thread. */
export const Empty: Story = {
  args: {
    suggestions: [
      "Plan a day in Lisbon",
      "What is new this week?",
      "Write a thank-you note",
      {
        label: "Explain quantum computing",
        message: "Explain quantum computing to a ten-year-old",
      },
    ],
  },
  render: (args) => (
    <Page>
      <Conversation>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

export const Finished: Story = {
  render: (args) => (
    <Page>
      <Conversation messages={trip}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

export const WithTitle: Story = { ...Finished, args: { title: "Travel desk" } };

export const Dark: Story = { ...Finished, globals: { theme: "dark" } };

/** Shows a dark chat on a light page. */
export const DarkOnLight: Story = {
  render: () => (
    <Page>
      <Conversation messages={trip}>
        <Chat data-theme="dark" />
      </Conversation>
    </Page>
  ),
};

/** Shows a side panel of 300 pixels. */
export const Narrow: Story = {
  render: (args) => (
    <Page inlineSize={300}>
      <Conversation messages={trip}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  render: (args) => (
    <Page>
      <Conversation messages={arabicTrip}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

export const LongContent: Story = {
  render: (args) => (
    <Page>
      <Conversation messages={manyTurns(60)}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

const question = [{ id: "u1", role: "user", content: "Plan a day in Lisbon." }] as const;

const during = (
  script: Script,
  messages: readonly Message[] = question,
): Pick<Story, "render"> => ({
  render: (args) => (
    <Page>
      <Conversation messages={messages} scripts={[script]} isStarted>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
});

export const Submitted: Story = {
  ...during(hangAfter()),
  play: async ({ canvas }) => {
    await canvas.findByText(/Waiting for a response|Working…/);
  },
};

export const Streaming: Story = {
  ...during(hangAfter(...halfAnAnswer())),
  play: async ({ canvas }) => {
    await canvas.findByText("24 °C and no wind");
    await expect(canvas.getByRole("button", { name: "Stop" })).toBeVisible();
  },
};

export const Failed: Story = {
  ...during([runStarted(), ...halfAnAnswer("Saturday is"), runError("The kitchen is closed.")]),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("button", { name: "Try again" })).toBeVisible();
    await waitFor(() => expect(canvas.getByText("Saturday is")).toBeVisible());
  },
};

export const Stopped: Story = {
  ...during(hangAfter(...halfAnAnswer())),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Stop" }));
    const log = within(canvas.getByRole("log"));
    await expect(await log.findByText("Stopped")).toBeVisible();
  },
};

/** Recorded: the third turn of a conversation with a Strands agent, which sends the whole history each time. */
export const SeveralTurns: Story = {
  ...during([eventsOf(thirdTurn)], messagesOf(thirdQuestion)),
  play: async ({ canvas }) => {
    const log = within(canvas.getByRole("log"));
    await waitFor(() =>
      expect(log.getAllByText("Hello! How can I help you today?")).toHaveLength(2),
    );
    await expect(log.getByText("tell me a story")).toBeInTheDocument();
    await expect(log.getAllByRole("heading", { name: "Café résumé" })).toHaveLength(1);
    await waitFor(() => expect(log.getByText("hello again")).toBeVisible());
  },
};

/** Recorded: TanStack's server loses its model in the middle of a sentence. The partial text stays. */
export const CutOff: Story = {
  ...during([eventsOf(cutOff)], messagesOf(cutQuestion)),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Try again" });
    const log = within(canvas.getByRole("log"));
    await expect(log.getByText("The assistant ran into a problem.")).toBeVisible();
    await waitFor(() => expect(canvas.getByText("This answer will be cut")).toBeVisible());
  },
};

/** Sends a message and reads the answer by keyboard alone. */
export const Conversing: Story = {
  render: (args) => (
    <Page>
      <Conversation scripts={[textRun("Hello **Ada**. What shall we do today?", { chunk: 3 })]}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    const field = canvas.getByRole("textbox", { name: "Message" });
    await userEvent.type(field, "Good morning{Enter}");
    await canvas.findByText("Good morning");
    const answer = await canvas.findByText("Ada");
    await waitFor(() => expect(answer).toBeVisible());
    await waitFor(() => expect(canvas.getByRole("button", { name: "Send" })).toBeVisible());
    await expect(field).toHaveFocus();
  },
};
