import "./messenger.css";
import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ComponentType } from "react";
import { expect, userEvent, within } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { webSpeechDictation } from "../../src/components/composer/dictation/webSpeechDictation.ts";
import { MessageItem } from "../../src/components/message/MessageItem.tsx";
import type { ChatComponents, ChatIcons } from "../../src/components/settings/chatComponents.ts";
import { Welcome } from "../../src/components/suggestions/Welcome.tsx";
import { textRun } from "../../src/testing/runSteps.ts";
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

/** Returns a filled icon on a grid of 24. */
function filledIcon(path: string): ComponentType {
  return () => (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

const filledIcons: ChatIcons = {
  send: filledIcon("M2 21 23 12 2 3v7l15 2-15 2z"),
  attach: filledIcon(
    "M16.5 6v11.5a4 4 0 0 1-8 0V5a2.5 2.5 0 0 1 5 0v10.500a1 1 0 0 1-2 0V6H10v9.500a2.500 2.500 0 0 0 5 0V5a4 4 0 0 0-8 0v12.500a5.500 5.500 0 0 0 11 0V6z",
  ),
  dictate: filledIcon(
    "M12 14a3 3 0 0 0 3-3V5a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3zm5-3a5 5 0 0 1-10 0H5a7 7 0 0 0 6 6.900V21h2v-3.100a7 7 0 0 0 6-6.900z",
  ),
  copy: filledIcon(
    "M16 1H4a2 2 0 0 0-2 2v14h2V3h12zm3 4H8a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2z",
  ),
  thumbsUp: filledIcon(
    "M1 21h4V9H1zm22-11a2 2 0 0 0-2-2h-6.300l1-4.600v-.3a1.500 1.500 0 0 0-.4-1L14.200 1 7.600 7.600A2 2 0 0 0 7 9v10a2 2 0 0 0 2 2h9a2 2 0 0 0 1.800-1.200l3-7a2 2 0 0 0 .2-.8z",
  ),
  thumbsDown: filledIcon(
    "M15 3H6a2 2 0 0 0-1.800 1.200l-3 7A2 2 0 0 0 1 12v2a2 2 0 0 0 2 2h6.300l-1 4.600v.3a1.500 1.500 0 0 0 .4 1L9.800 23l6.600-6.600A2 2 0 0 0 17 15V5a2 2 0 0 0-2-2zm4 0v12h4V3z",
  ),
  regenerate: filledIcon(
    "M17.650 6.350A8 8 0 1 0 19.730 14h-2.080A6 6 0 1 1 12 6a5.900 5.900 0 0 1 4.220 1.780L13 11h7V4z",
  ),
};

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

/** Replaces some icons: `icons` names the meaning, and the kit sets the size. */
export const OtherIcons: Story = {
  render: () => (
    <Page>
      <Conversation messages={trip} scripts={answers}>
        <Chat icons={filledIcons} attachments dictation={webSpeechDictation()} />
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
export const OwnComponents: Story = {
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
export const OwnPage: Story = {
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
