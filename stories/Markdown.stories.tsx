import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Markdown } from "../src/components/markdown/Markdown.tsx";
import { onSurface } from "./conversation.tsx";

const meta = {
  title: "Markdown",
  component: Markdown,
  decorators: [onSurface],
} satisfies Meta<typeof Markdown>;

export default meta;
type Story = StoryObj<typeof meta>;

const tour = `# A heading

A paragraph with **bold**, *italic*, ~~struck~~ and \`code\`, and a [link](https://example.com).

## Lists

1. First
2. Second
   - nested
   - [x] done
   - [ ] to do

> A quotation.

\`\`\`ts
export function greet(name: string): string {
  return \`Hello, \${name}. This is a line that is longer than the box it is shown in, on purpose.\`;
}
\`\`\`

| Left | Centre | Right |
| :--- | :----: | ----: |
| a    |   b    |     1 |
| c    |   d    |    20 |

---

The end.`;

export const Tour: Story = { args: { text: tour } };

/** What is unfinished is shown as what it is about to become. */
export const Streaming: Story = {
  args: { text: "In this order:\n\n- first\n- then the **second", isStreaming: true },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/\*\*/)).toBeNull();
  },
};

/** An image from elsewhere waits for a click, and HTML is text. */
export const NotTrusted: Story = {
  args: {
    text: "![A cat](https://example.com/cat.png)\n\n<script>alert(1)</script>\n\n[no](javascript:alert(1))",
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: /example\.com/ })).toBeVisible();
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};

export const Dark: Story = { ...Tour, globals: { theme: "dark" } };

export const RightToLeft: Story = {
  args: { text: "## عنوان\n\nفقرة فيها **نص غامق**.\n\n- أولاً\n- ثانيًا" },
  globals: { direction: "rtl" },
};
