import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { ChatPopup } from "../../src/components/chat/ChatPopup.tsx";
import { textRun } from "../../src/testing/runSteps.ts";
import { Conversation, hangAfter, Shop } from "../conversation.tsx";
import { arabicTrip, manyTurns, trip } from "../fixtures.ts";
import { StateTable } from "../states/StateTable.tsx";
import { popupControls } from "../states/surfaceControls.tsx";
import { Conversations } from "./Conversations.tsx";

const meta = {
  title: "Chat/Popup",
  component: ChatPopup,
  args: { title: "Travel desk" },
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof ChatPopup>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {
  render: (args) => (
    <Conversation messages={trip}>
      <Shop />
      <ChatPopup {...args} />
    </Conversation>
  ),
};

/** Opens the popup by its launcher and moves the focus into the composer. */
export const Opened: Story = {
  ...Closed,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const launcher = canvas.getByRole("button", { name: "Chat" });
    await expect(launcher).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(launcher);
    await waitFor(() => expect(canvas.getByLabelText("Message")).toHaveFocus());
    await expect(launcher).toHaveAttribute("aria-expanded", "true");
    const dialog = canvas.getByRole("dialog", { name: "Travel desk" });
    // The opening animation has ended.
    await waitFor(() => expect(dialog).toHaveStyle({ opacity: "1" }));
  },
};

/** Counts the answers that arrived while the popup was closed. */
export const Unread: Story = {
  render: (args) => (
    <Conversation messages={trip} scripts={[textRun("Your train leaves at 9:40.")]} isStarted>
      <Shop />
      <ChatPopup {...args} />
    </Conversation>
  ),
  play: async ({ canvasElement }) => {
    const name = "Chat, 1 new message";
    await within(canvasElement).findByRole("button", { name });
  },
};

export const UnreadDark: Story = { ...Unread, globals: { theme: "dark" } };

export const Empty: Story = {
  ...Opened,
  args: { suggestions: ["Plan a day in Lisbon", "What is new this week?"] },
  render: (args) => (
    <Conversation>
      <Shop />
      <ChatPopup {...args} />
    </Conversation>
  ),
};

export const Running: Story = {
  ...Opened,
  render: (args) => (
    <Conversation messages={trip} scripts={[hangAfter()]} isStarted>
      <Shop />
      <ChatPopup {...args} />
    </Conversation>
  ),
};

export const LongContent: Story = {
  ...Opened,
  args: { title: "Everything about your trip to Lisbon, Porto and the Algarve in one long title" },
  render: (args) => (
    <Conversation messages={manyTurns(12)}>
      <Shop />
      <ChatPopup {...args} />
    </Conversation>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Chat" }));
    await waitFor(() => expect(canvas.getByLabelText("Message")).toHaveFocus());
    await waitFor(() => expect(canvas.getByRole("dialog")).toHaveStyle({ opacity: "1" }));
  },
};

/** Offers a new conversation and the others in the header. */
export const SeveralConversations: Story = {
  render: (args) => (
    <Conversations>
      <Shop />
      <ChatPopup {...args} />
    </Conversations>
  ),
  args: { defaultOpen: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("log");
    const create = canvas.getByRole("button", { name: "New conversation" });
    await waitFor(() => expect(create).toBeVisible());
    await expect(canvas.getByRole("button", { name: "History" })).toBeVisible();
  },
};

/** Lists the other conversations over the chat. */
export const HistoryOpen: Story = {
  ...SeveralConversations,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("log");
    await userEvent.click(canvas.getByRole("button", { name: "History" }));
    const list = canvas.getByRole("navigation", { name: "Conversations" });
    await waitFor(() => expect(list).toContainElement(document.activeElement as HTMLElement));
    await waitFor(() => expect(list.parentElement).toHaveStyle({ opacity: "1" }));
  },
};

export const HistoryOpenDark: Story = { ...HistoryOpen, globals: { theme: "dark" } };

/** Covers the middle of the page, which the user cannot use meanwhile. */
export const Expanded: Story = {
  ...SeveralConversations,
  args: { defaultOpen: true, defaultExpanded: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("log");
    const shrink = canvas.getByRole("button", { name: "Shrink chat" });
    await waitFor(() => expect(shrink).toBeVisible());
  },
};

export const ExpandedDark: Story = { ...Expanded, globals: { theme: "dark" } };

/** Has a logo before the title, and a link before the buttons. */
export const HeaderWithLogo: Story = {
  ...SeveralConversations,
  args: {
    defaultOpen: true,
    headerStart: (
      <svg viewBox="0 0 20 20" width="20" height="20" fill="teal" aria-hidden="true">
        <path d="M2 14 10 3l8 11-8 4z" />
      </svg>
    ),
    headerEnd: <a href="#call">Call us</a>,
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("log");
    await waitFor(() => expect(canvas.getByRole("link", { name: "Call us" })).toBeVisible());
  },
};

export const Dark: Story = { ...Opened, globals: { theme: "dark" } };

export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { title: "مكتب السفر", strings: { chat: "محادثة" } },
  render: (args) => (
    <Conversation messages={arabicTrip}>
      <Shop />
      <ChatPopup {...args} />
    </Conversation>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "محادثة" }));
    await waitFor(() => expect(canvas.getByLabelText("Message")).toHaveFocus());
    await waitFor(() => expect(canvas.getByRole("dialog")).toHaveStyle({ opacity: "1" }));
  },
};

/** Fills the screen of a phone. */
export const Narrow: Story = {
  ...Opened,
  globals: { viewport: { value: "mobile1" } },
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={popupControls} /> };
