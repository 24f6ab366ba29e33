import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { Reasoning } from "../src/components/Reasoning.tsx";
import { onSurface } from "./conversation.tsx";

const meta = {
  title: "Reasoning",
  component: Reasoning,
  decorators: [onSurface],
  args: {
    message: {
      id: "r",
      role: "reasoning",
      content: "The person likes the sea.\n\nSo the **weather** decides, and the ferry after it.",
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
    await userEvent.click(canvas.getByText("Thought for 4 s"));
    await waitFor(() => expect(canvas.getByText("The person likes the sea.")).toBeVisible());
  },
};

export const Private: Story = {
  args: { message: { id: "r", role: "reasoning", content: "", encryptedValue: "gAAAA…" } },
};

export const Dark: Story = { ...Opened, globals: { theme: "dark" } };
