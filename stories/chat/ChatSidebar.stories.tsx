import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { ChatSidebar, ChatSidebarToggle } from "../../src/components/chat/ChatSidebar.tsx";
import { textRun } from "../../src/testing/runSteps.ts";
import { Conversation, Shop } from "../conversation.tsx";
import { arabicTrip, manyTurns, trip } from "../fixtures.ts";
import { StateTable } from "../states/StateTable.tsx";
import { sidebarControls } from "../states/surfaceControls.tsx";
import { Conversations } from "./Conversations.tsx";

const meta = {
  title: "Chat/Sidebar",
  component: ChatSidebar,
  args: {
    title: "Travel desk",
    defaultOpen: true,
    children: (
      <Shop>
        <ChatSidebarToggle />
      </Shop>
    ),
  },
  parameters: { layout: "fullscreen" },
  render: (args) => (
    <Conversation messages={trip}>
      <ChatSidebar {...args} />
    </Conversation>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("log");
    const aside = canvas.getByRole("complementary", { name: "Travel desk" });
    // The opening animation has ended.
    await waitFor(() => expect(aside).toHaveStyle({ opacity: "1" }));
  },
} satisfies Meta<typeof ChatSidebar>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Shrinks the page beside the sidebar. */
export const Push: Story = {};

/** Places the sidebar over the page. */
export const Overlay: Story = { args: { mode: "overlay" } };

export const AtTheStart: Story = { args: { side: "start" } };

export const OverlayAtTheStart: Story = { args: { side: "start", mode: "overlay" } };

export const Closed: Story = {
  args: { defaultOpen: false },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("button", { name: "Chat" })).toBeVisible();
    await expect(canvas.queryByRole("complementary")).toBeNull();
  },
};

/** Opens the sidebar by its toggle, moves the focus into the composer, and returns the focus on close. */
export const OpenedAndClosed: Story = {
  args: { defaultOpen: false },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const toggle = canvas.getByRole("button", { name: "Chat" });
    await userEvent.click(toggle);
    await waitFor(() => expect(canvas.getByLabelText("Message")).toHaveFocus());
    await userEvent.click(canvas.getByRole("button", { name: "Close chat" }));
    await expect(toggle).toHaveFocus();
  },
};

/** Counts the answers that arrived while the sidebar was closed. */
export const Unread: Story = {
  args: { defaultOpen: false },
  render: (args) => (
    <Conversation messages={trip} scripts={[textRun("Your train leaves at 9:40.")]} isStarted>
      <ChatSidebar {...args} />
    </Conversation>
  ),
  play: async ({ canvasElement }) => {
    const name = "Chat, 1 new message";
    const button = await within(canvasElement).findByRole("button", { name });
    // The badge has its own background, so muted text color does not apply.
    const badge = button.querySelector(".agk-unread") as HTMLElement;
    const muted = document.createElement("i");
    muted.style.color = "var(--agk-text-muted)";
    canvasElement.append(muted);
    await expect(getComputedStyle(badge).color).not.toBe(getComputedStyle(muted).color);
    muted.remove();
  },
};

export const LongContent: Story = {
  render: (args) => (
    <Conversation messages={manyTurns(12)}>
      <ChatSidebar {...args} />
    </Conversation>
  ),
};

/** Is wider than the default. The inner edge changes the width with the pointer or the arrow keys. */
export const Resized: Story = {
  args: { defaultWidth: 560 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("log");
    const edge = canvas.getByRole("separator", { name: "Resize chat" });
    edge.focus();
    await waitFor(() => expect(edge).toHaveAttribute("aria-valuenow", "560"));
    await userEvent.keyboard("{ArrowLeft}");
    await waitFor(() => expect(edge).toHaveAttribute("aria-valuenow", "576"));
  },
};

/** Offers a new conversation and the others in the header. */
export const SeveralConversations: Story = {
  render: (args) => (
    <Conversations>
      <ChatSidebar {...args} />
    </Conversations>
  ),
};

export const Dark: Story = { globals: { theme: "dark" } };

/** Places the sidebar over the page when there is no room for both. */
export const Narrow: Story = {
  globals: { viewport: { value: "mobile1" } },
};

export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { strings: { chat: "محادثة" } },
  render: (args) => (
    <Conversation messages={arabicTrip}>
      <ChatSidebar {...args} />
    </Conversation>
  ),
};

/** Shows the controls in all their states. */
export const States: Story = {
  render: () => <StateTable controls={sidebarControls} />,
  // The table has no transcript to wait for.
  play: async () => {},
};
