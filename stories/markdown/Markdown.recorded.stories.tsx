import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import story from "../../test/fixtures/recordings/strands/markdown-unicode.sse?raw";
import { onChatBackground } from "../conversation.tsx";
import { eventsOf, textOf } from "../recordings.ts";

const meta = {
  title: "Messages/Long answer",
  component: Markdown,
  decorators: [onChatBackground],
} satisfies Meta<typeof Markdown>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Recorded: Strands streams every kind of Markdown, a combined emoji, and a script tag that stays text. */
export const Finished: Story = {
  args: { text: textOf(eventsOf(story)) },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole("heading", { name: "Café résumé" })).toBeVisible();
    await expect(canvas.getByText(/昔々 — there was a 👩‍👩‍👧‍👦 family/)).toBeVisible();
    await expect(canvas.getByRole("table")).toBeVisible();
    await expect(canvasElement.querySelector("script")).toBeNull();
  },
};

/** Recorded: the same answer at the start of its code block. */
export const Streaming: Story = {
  args: { text: textOf(eventsOf(story).slice(0, 15)), isStreaming: true },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector("pre")).toHaveTextContent(/^const x/));
    await expect(canvas.queryByText(/```/)).toBeNull();
  },
};
