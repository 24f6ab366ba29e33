import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import type { CodeBlockProps, MathProps } from "../../src/components/markdown/markdownOptions.ts";
import type { RenderMarkdownProps } from "../../src/components/settings/settings.tsx";
import { Conversation, onChatBackground, Page } from "../conversation.tsx";

const meta = {
  title: "Messages/Custom Markdown",
  component: Markdown,
  decorators: [onChatBackground],
} satisfies Meta<typeof Markdown>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Renders a diagram in place of a real library. */
function Diagram({ code }: CodeBlockProps) {
  const [from = "", to = ""] = code.split("\n").at(-1)?.split("-->") ?? [];
  return (
    <svg viewBox="0 0 240 60" role="img" aria-label={`${from.trim()} to ${to.trim()}`} width="240">
      <path d="M96 30h40m-8-6 8 6-8 6" fill="none" stroke="currentColor" />
      <g fill="none" stroke="currentColor">
        <rect x="6" y="10" width="90" height="40" rx="8" />
        <rect x="140" y="10" width="90" height="40" rx="8" />
      </g>
      <g fill="currentColor" fontSize="14" textAnchor="middle">
        <text x="51" y="35">
          {from.trim()}
        </text>
        <text x="185" y="35">
          {to.trim()}
        </text>
      </g>
    </svg>
  );
}

/** Renders a formula in place of a real library. */
function Formula({ code, isDisplay }: MathProps) {
  return isDisplay ? (
    <div role="math" aria-label={code} style={{ textAlign: "center", fontStyle: "italic" }}>
      {code}
    </div>
  ) : (
    <span role="math" aria-label={code} style={{ fontStyle: "italic" }}>
      {code}
    </span>
  );
}

const markdown = `An order goes on to the kitchen:

\`\`\`mermaid
graph LR
Order --> Kitchen
\`\`\`

It costs $5 and the sum of $n$ of them is

$$
s = 5 n
$$

which is what \\(n\\) people pay.`;

/** Renders diagrams and formulas with components of the application. */
export const Slots: Story = {
  args: { text: markdown, codeBlocks: { mermaid: Diagram }, math: Formula },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("img", { name: "Order to Kitchen" })).toBeVisible();
    await expect(canvas.getAllByRole("math")).toHaveLength(3);
  },
};

/** Shows the source when a custom component throws. */
export const PartFailed: Story = {
  // React writes the error to the console.
  tags: ["logs-errors"],
  args: {
    text: markdown,
    codeBlocks: {
      mermaid: () => {
        throw new Error("This diagram cannot be rendered.");
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("group", { name: "Code mermaid" })).toBeVisible();
  },
};

function Plain({ text, isStreaming }: RenderMarkdownProps) {
  return <p style={{ whiteSpace: "pre-wrap" }}>{`${text}${isStreaming ? "…" : ""}`}</p>;
}

/** Replaces the Markdown renderer of the whole chat. */
export const OwnRenderer: Story = {
  args: { text: "" },
  decorators: [],
  render: () => (
    <Conversation
      messages={[
        { id: "u", role: "user", content: "Where to?" },
        { id: "a", role: "assistant", content: "**Porto**, by train." },
      ]}
    >
      <Page>
        <Chat renderMarkdown={Plain} />
      </Page>
    </Conversation>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText("**Porto**, by train.")).toBeVisible();
  },
};
