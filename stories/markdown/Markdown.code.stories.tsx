import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { onChatBackground } from "../conversation.tsx";
import { codeControls } from "../states/messageControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Messages/Code blocks",
  component: Markdown,
  decorators: [onChatBackground],
} satisfies Meta<typeof Markdown>;

export default meta;
type Story = StoryObj<typeof meta>;

const codes = `\`\`\`ts
// Adds what is due.
export async function total(orders: Order[]): Promise<number> {
  const sums = orders.map((order) => order.items * 2.5);
  return sums.reduce((sum, next) => sum + next, 0); // in euros, for all of the orders that are given
}
\`\`\`

\`\`\`python
def greet(name: str) -> str:
    """Says hello."""
    return "Hello, " + name if name else None
\`\`\`

\`\`\`html
<label class="field">Name <input name="who" /></label>
\`\`\`

\`\`\`diff
-const limit = 10;
+const limit = 20;
 use(limit);
\`\`\``;

/** Highlights each code block when its fence closes. */
export const Highlighted: Story = {
  args: { text: codes },
  play: async ({ canvasElement }) => {
    await waitFor(() =>
      expect(canvasElement.querySelectorAll(".agk-code:has([data-token])")).toHaveLength(4),
    );
  },
};

export const HighlightedDark: Story = { ...Highlighted, globals: { theme: "dark" } };

/** Shows plain code until the fence closes. */
export const OpenFence: Story = {
  args: { text: codes.slice(0, 170), isStreaming: true },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector("[data-token]")).toBeNull();
  },
};

/** Wraps long lines after the user presses the button. */
export const Wrapped: Story = {
  args: { text: codes },
  play: async ({ canvas }) => {
    const [button] = await canvas.findAllByRole("button", { name: "Wrap lines" });
    await userEvent.click(button as HTMLElement);
    await expect(button).toHaveAttribute("aria-pressed", "true");
  },
};

/** Numbers the lines of each block, until the user wraps them. */
export const LineNumbers: Story = {
  args: { text: codes, lineNumbers: true },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll("[data-numbered]")).toHaveLength(4);
  },
};

/** Shows the controls in all their states. */
export const States: Story = {
  args: { text: "" },
  render: () => <StateTable controls={codeControls} />,
};
