import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent } from "storybook/test";
import { ScrollToEnd } from "../../src/components/transcript/ScrollToEnd.tsx";
import { onChatBackground } from "../conversation.tsx";
import { scrollControls } from "../states/messageControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Messages/Scroll to end",
  component: ScrollToEnd,
  decorators: [onChatBackground],
  args: { onClick: fn() },
  render: (args) => (
    <div style={{ position: "relative", blockSize: 80 }}>
      <ScrollToEnd {...args} />
    </div>
  ),
} satisfies Meta<typeof ScrollToEnd>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Scroll to the end" }));
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};

/** Counts the new messages below the visible area. */
export const NewMessages: Story = {
  args: { newMessages: 3 },
  play: async ({ canvas }) => {
    const button = canvas.getByRole("button", { name: "Scroll to the end, 3 new messages" });
    await expect(button).toHaveTextContent("3");
  },
};

export const ManyNewMessages: Story = {
  args: { newMessages: 120 },
  play: async ({ canvas }) => {
    const button = await canvas.findByRole("button", { name: /120 new messages$/ });
    await expect(button).toHaveTextContent("120");
    // The badge stays on one line and does not cover the arrow.
    const badge = button.querySelector(".agk-unread") as HTMLElement;
    await expect(badge.offsetHeight).toBe(20);
    const arrow = button.querySelector("svg") as SVGElement;
    await expect(badge.getBoundingClientRect().bottom).toBeLessThanOrEqual(
      arrow.getBoundingClientRect().top + 3,
    );
  },
};

export const RightToLeft: Story = { ...NewMessages, globals: { direction: "rtl" } };

export const Dark: Story = { ...NewMessages, globals: { theme: "dark" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={scrollControls} /> };
