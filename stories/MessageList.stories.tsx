import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { Composer } from "../src/components/Composer.tsx";
import { MessageList } from "../src/components/MessageList.tsx";
import { Welcome } from "../src/components/Welcome.tsx";
import { AgentProvider } from "../src/hooks/AgentProvider.tsx";
import { memoryStorage } from "../src/store/storage/memoryStorage.ts";
import { scriptedAgent } from "../src/testing/scriptedAgent.ts";
import { andThenNothing, Conversation, Page } from "./conversation.tsx";
import { halfAnAnswer, manyTurns, trip } from "./fixtures.ts";

const meta = {
  title: "MessageList",
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

/** Every kind of message there is. */
export const AllKinds: Story = {};

export const Streaming: Story = {
  render: (args) => (
    <Page display="flex">
      <Conversation messages={trip} scripts={[andThenNothing(...halfAnAnswer())]} isStarted>
        <MessageList {...args} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText("24 °C and no wind")).toHaveLength(2));
  },
};

const unread = { ...memoryStorage(), load: () => new Promise<never>(() => {}) };

/** As long as a stored conversation is read; it shows after a moment only. */
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

/** Away from the end, a button leads back to it. */
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

/** What was sent stays at the top, and the answer grows into the room below it. */
export const QuestionAtTheTop: Story = {
  args: { anchor: "question" },
  render: (args) => (
    <Page display="flex" flexDirection="column">
      <Conversation messages={manyTurns(10)} scripts={[andThenNothing(...halfAnAnswer())]}>
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
    await waitFor(() => expect(Math.round(top())).toBe(8));
  },
};

export const Dark: Story = { globals: { theme: "dark" } };
