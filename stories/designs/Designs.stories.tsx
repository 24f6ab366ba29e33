import "./messenger.css";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { MessageItem } from "../../src/components/message/MessageItem.tsx";
import type { ChatComponents } from "../../src/components/settings/chatComponents.ts";
import { Welcome } from "../../src/components/suggestions/Welcome.tsx";
import { textRun } from "../../src/testing/steps.ts";
import { Conversation, Page } from "../conversation.tsx";
import { trip } from "../fixtures.ts";
import { Notebook } from "./Notebook.tsx";
import { terminal } from "./Terminal.tsx";

/** The same conversation in the default design and in three custom designs. */
const meta = {
  title: "Theming/Designs",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const answers = [textRun("At ten o'clock, and every twenty minutes after that.")];

export const BuiltIn: Story = {
  render: () => (
    <Page>
      <Conversation messages={trip} scripts={answers}>
        <Chat />
      </Conversation>
    </Page>
  ),
};

/** Keeps the default components: `classNames` adds classes that a stylesheet of the application styles. */
export const Decorated: Story = {
  render: () => (
    <Page>
      <Conversation messages={trip} scripts={answers}>
        <Chat
          classNames={{
            Chat: "messenger",
            MessageItem: "messenger-row",
            Composer: "messenger-composer",
          }}
        />
      </Conversation>
    </Page>
  ),
};

/** Replaces some components through `components` and keeps the others. */
export const Replaced: Story = {
  render: () => (
    <Page>
      <Conversation messages={trip} scripts={answers}>
        <Chat className="terminal" data-theme="dark" components={terminal} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.type(page.getByRole("textbox"), "When does it leave?{Enter}");
    const log = within(page.getByRole("log"));
    await expect(await log.findByText(/At ten o'clock/)).toBeInTheDocument();
  },
};

/** Custom components that frame every message and replace the welcome. */
const framed: Partial<ChatComponents> = {
  MessageItem: (props) => (
    <div className="framed">
      <MessageItem {...props} />
    </div>
  ),
  Welcome: () => <Welcome title="Where to?" text="By train." />,
};

export const ReplacedMessages: Story = {
  render: () => (
    <Page>
      <Conversation messages={trip} scripts={answers}>
        <Chat components={framed} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvasElement }) => {
    const frames = canvasElement.querySelectorAll(".framed > article");
    await expect(frames).toHaveLength(canvasElement.querySelectorAll("article").length);
    // Message actions stay beside their message inside a custom frame.
    const edit = await within(canvasElement).findAllByRole("button", { name: "Edit message" });
    const bubble = canvasElement.querySelector(".agk-bubble")?.getBoundingClientRect();
    const icon = edit[0]?.querySelector("svg")?.getBoundingClientRect();
    await expect(icon?.right).toBeCloseTo(bubble?.right ?? 0, -1);
  },
};

export const ReplacedWelcome: Story = {
  render: () => (
    <Page>
      <Conversation scripts={answers}>
        <Chat
          components={framed}
          suggestions={["Plan a weekend in Lisbon", "Find a table by the sea"]}
        />
      </Conversation>
    </Page>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByRole("heading", { name: "Where to?" })).toBeVisible();
  },
};

/** Builds a readable page from hooks and `Markdown` only. */
export const Rebuilt: Story = {
  render: () => (
    <Page blockSize="auto" minBlockSize="100vh">
      <Conversation messages={trip} scripts={answers}>
        <Notebook />
      </Conversation>
    </Page>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.type(page.getByRole("textbox"), "When does it leave?");
    await userEvent.click(page.getByRole("button", { name: "Ask" }));
    await expect(await page.findByText(/At ten o'clock/)).toBeInTheDocument();
    await expect(page.getByRole("heading", { name: "When does it leave?" })).toBeInTheDocument();
  },
};
