import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { expect, userEvent, waitFor } from "storybook/test";
import { Composer } from "../../src/components/composer/Composer.tsx";
import { Welcome } from "../../src/components/suggestions/Welcome.tsx";
import { MessageList } from "../../src/components/transcript/MessageList.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { Agent } from "../../src/protocol/agent.ts";
import { memoryStorage } from "../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import replay from "../../test/fixtures/recordings/copilotkit/connect.3-connect.sse?raw";
import failing from "../../test/fixtures/recordings/langgraph/error-mid-run.sse?raw";
import snapshot from "../../test/fixtures/recordings/server-starter/backend-tool-snapshot.sse?raw";
import { Conversation, hangAfter, Page } from "../conversation.tsx";
import { halfAnAnswer, manyTurns, trip } from "../fixtures.ts";
import { eventsOf } from "../recordings.ts";

const meta = {
  title: "Messages/Message list",
  component: MessageList,
  parameters: { layout: "fullscreen" },
  render: (args) => (
    <Page display="flex">
      <Conversation messages={trip}>
        <MessageList {...args} />
      </Conversation>
    </Page>
  ),
} satisfies Meta<typeof MessageList>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Shows every kind of message. */
export const Finished: Story = {};

export const Streaming: Story = {
  render: (args) => (
    <Page display="flex">
      <Conversation messages={trip} scripts={[hangAfter(...halfAnAnswer())]} isStarted>
        <MessageList {...args} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText("24 °C and no wind")).toHaveLength(2));
  },
};

/** Restores a conversation by a reconnect to its server. */
function ReconnectedThread({ children }: { readonly children: ReactNode }): ReactNode {
  const [thread] = useState(() => {
    const agent: Agent = {
      ...scriptedAgent([]),
      async *connect() {
        yield eventsOf(replay);
      },
    };
    return createThread({ agent, threadId: "thread-connect-1" });
  });
  useEffect(() => void thread.connect(), [thread]);
  return <ThreadProvider thread={thread}>{children}</ThreadProvider>;
}

/** Recorded: CopilotKit's runtime replays two runs, each with the user's message. */
export const LoadedFromTheServer: Story = {
  render: (args) => (
    <Page display="flex">
      <ReconnectedThread>
        <MessageList {...args} />
      </ReconnectedThread>
    </Page>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("It is 18°C and sunny in Paris.")).toBeVisible());
    const userBubbles = canvas.getAllByText(/hello|weather in Paris/, { selector: ".agk-bubble" });
    await expect(userBubbles.map(({ textContent }) => textContent)).toEqual([
      "hello",
      "weather in Paris?",
    ]);
    await expect(canvas.getByText("Get weather")).toBeVisible();
  },
};

const played = (recording: string): Pick<Story, "render"> => ({
  render: (args) => (
    <Page display="flex">
      <Conversation scripts={[[eventsOf(recording)]]} isStarted>
        <MessageList {...args} />
      </Conversation>
    </Page>
  ),
});

/** Recorded: a server sends a messages snapshot instead of a streamed call. */
export const WithoutStreaming: Story = {
  ...played(snapshot),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("Lookup weather")).toBeVisible());
    await expect(canvas.getByText("Done")).toBeVisible();
  },
};

/** Recorded: a node of a LangGraph agent fails after another node has answered. */
export const FailedHalfway: Story = {
  ...played(failing),
  play: async ({ canvas }) => {
    await canvas.findByText("The assistant ran into a problem.");
    await waitFor(() => expect(canvas.getByText("Hello! How can I help you today?")).toBeVisible());
  },
};

const unread = { ...memoryStorage(), load: () => new Promise<never>(() => {}) };

/** Shows a loading state after a short delay while a stored conversation is read. */
export const Restoring: Story = {
  render: (args) => (
    <Page display="flex">
      <AgentProvider agent={scriptedAgent([])} storage={unread}>
        <MessageList {...args} empty={<Welcome />} />
      </AgentProvider>
    </Page>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("heading")).toBeNull();
  },
};

/** Shows a button that scrolls back to the end. */
export const AwayFromTheEnd: Story = {
  render: (args) => (
    <Page display="flex">
      <Conversation messages={manyTurns(30)}>
        <MessageList {...args} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    const log = canvas.getByRole("log");
    log.scrollTop = 200;
    const button = await canvas.findByRole("button", { name: "Scroll to the end" });
    await userEvent.click(button);
    await waitFor(() =>
      expect(canvas.queryByRole("button", { name: "Scroll to the end" })).toBeNull(),
    );
    log.scrollTop = 200;
    await canvas.findByRole("button", { name: "Scroll to the end" });
  },
};

/** Keeps the sent message at the top while the answer grows below it. */
export const QuestionAtTheTop: Story = {
  args: { anchor: "sent-message" },
  render: (args) => (
    <Page display="flex" flexDirection="column">
      <Conversation messages={manyTurns(10)} scripts={[hangAfter(...halfAnAnswer())]}>
        <MessageList {...args} />
        <Composer />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole("textbox"), "And the weather?{Enter}");
    const sent = await canvas.findByText("And the weather?", { selector: ".agk-bubble" });
    const top = () =>
      (sent.closest("article")?.getBoundingClientRect().top ?? 0) -
      canvas.getByRole("log").getBoundingClientRect().top;
    await waitFor(() => expect(Math.round(top())).toBe(24));
  },
};

export const Dark: Story = { globals: { theme: "dark" } };
