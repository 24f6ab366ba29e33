import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent } from "storybook/test";
import { ScrollToEnd } from "../src/components/ScrollToEnd.tsx";
import { onSurface } from "./conversation.tsx";

const meta = {
  title: "ScrollToEnd",
  component: ScrollToEnd,
  decorators: [onSurface],
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

export const Dark: Story = { ...Default, globals: { theme: "dark" } };
