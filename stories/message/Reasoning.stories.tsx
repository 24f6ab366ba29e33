import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { Reasoning } from "../../src/components/message/Reasoning.tsx";
import type { ReasoningVisibility } from "../../src/components/settings/settings.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import type { Agent } from "../../src/protocol/agent.ts";
import type { Script } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import question from "../../test/fixtures/recordings/copilotkit/reasoning.request.json";
import thinking from "../../test/fixtures/recordings/copilotkit/reasoning.sse?raw";
import encrypted from "../../test/fixtures/recordings/tanstack/server-0.58/reasoning.sse?raw";
import { Conversation, hang, hangAfter, onChatBackground, Page } from "../conversation.tsx";
import { eventsOf, eventsUpTo, messagesOf } from "../recordings.ts";
import { reasoningControls } from "../states/messageControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Messages/Reasoning",
  component: Reasoning,
  decorators: [onChatBackground],
  args: {
    message: {
      id: "r",
      role: "reasoning",
      content: "The user likes the sea.\n\nSo the **weather** decides, and the ferry after it.",
    },
    timing: { startedAt: 0, endedAt: 4200 },
  },
} satisfies Meta<typeof Reasoning>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Streaming: Story = { args: { isStreaming: true } };

export const Closed: Story = {};

export const Opened: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByText("Thought for 4 seconds"));
    await waitFor(() => expect(canvas.getByText("The user likes the sea.")).toBeVisible());
  },
};

export const Encrypted: Story = {
  args: { message: { id: "r", role: "reasoning", content: "", encryptedValue: "gAAAA…" } },
};

/** Shows the label for an agent that encrypts its reasoning. */
export const StreamingEncrypted: Story = {
  render: () => (
    <AgentProvider agent={encryptingAgent}>
      <Reasoning message={{ id: "r", role: "reasoning", content: "" }} isStreaming />
    </AgentProvider>
  ),
  play: async ({ canvas }) => {
    await canvas.findByText("Thinking (hidden)");
  },
};

const encryptingAgent: Agent = {
  ...scriptedAgent([]),
  getCapabilities: async () => ({ reasoning: { encrypted: true } }),
};

/** Creates a story with the `reasoning` setting of the chat during a run. */
const inChat = (reasoning: ReasoningVisibility): Story => ({
  render: () => (
    <Page blockSize="360px">
      <Conversation
        scripts={[
          hangAfter(
            { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
            {
              type: "REASONING_MESSAGE_CONTENT",
              messageId: "r",
              delta: "The user likes the sea, so the **weather** decides.",
            },
          ),
        ]}
        messages={[{ id: "u1", role: "user", content: "Where should we go on Saturday?" }]}
        isStarted
      >
        <Chat reasoning={reasoning} />
      </Conversation>
    </Page>
  ),
});

export const ShownInChat: Story = {
  ...inChat("shown"),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/The user likes/)).toBeVisible());
  },
};

export const CollapsedInChat: Story = {
  ...inChat("collapsed"),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("Thinking")).toBeVisible());
    await expect(canvas.queryByText(/The user likes/)).not.toBeInTheDocument();
  },
};

/** Shows the running status in place of the hidden reasoning. */
export const HiddenInChat: Story = {
  ...inChat("hidden"),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("Working…")).toBeInTheDocument());
    await expect(canvas.queryByText("Thinking")).not.toBeInTheDocument();
  },
};

const recorded = (script: Script): Pick<Story, "render"> => ({
  render: () => (
    <Page blockSize="360px">
      <Conversation scripts={[script]} messages={messagesOf(question)} isStarted>
        <Chat />
      </Conversation>
    </Page>
  ),
});

/** Recorded: a model of CopilotKit's runtime during its reasoning. */
export const LongStreaming: Story = {
  ...recorded([eventsUpTo("REASONING_MESSAGE_CONTENT", thinking), hang]),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("Thinking")).toBeVisible());
  },
};

/** Recorded: the same model has finished its reasoning and answers. */
export const LongFinished: Story = {
  ...recorded([eventsOf(thinking)]),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("6 × 7 = 42.")).toBeVisible());
    await userEvent.click(canvas.getByText(/^Thought/));
    await waitFor(() => expect(canvas.getByText(/Six sevens are forty-two/)).toBeVisible());
  },
};

/** Recorded: TanStack's server encrypts its reasoning twice and sends it as a step. */
export const Private: Story = {
  ...recorded([eventsOf(encrypted)]),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("6 × 7 = 42.")).toBeVisible());
    await expect(canvas.getAllByText(/^Thought(?! \(hidden\))/)).toHaveLength(1);
  },
};

export const Dark: Story = { ...Opened, globals: { theme: "dark" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={reasoningControls} /> };
