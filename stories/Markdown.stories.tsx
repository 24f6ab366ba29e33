import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { Chat } from "../src/components/Chat.tsx";
import { Markdown } from "../src/components/markdown/Markdown.tsx";
import type { CodeBlockProps, MathProps } from "../src/components/markdown/options.ts";
import type { RenderMarkdownProps } from "../src/components/settings.tsx";
import story from "../test/fixtures/recordings/strands/markdown-unicode.sse?raw";
import { Conversation, onSurface, Page } from "./conversation.tsx";
import { eventsOf, textOf } from "./recorded.ts";

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

const wide = `| Train | From | To | Leaves | Arrives | Changes | Seats | Price | Remarks |
| :---- | :--- | :- | -----: | ------: | :-----: | ----: | ----: | :------ |
| IC 525 | Lisbon Oriente | Porto Campanhã | 09:39 | 12:46 | 0 | 12 | €25.40 | [Details](https://example.com/525) |
| AP 125 | Lisbon Santa Apolónia | Porto Campanhã | 11:00 | 13:53 | 0 | 3 | €33.90 | \`business\` |

- [x] Look for trains
- [ ] Choose one, in which
  - [ ] there are two seats
- [ ] Pay`;

/** What is too wide scrolls in a box of its own, and can be reached by keyboard to do so. */
export const WideTable: Story = {
  args: { text: wide },
  play: async ({ canvas }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("group", { name: "Table" })).toHaveFocus();
  },
};

const swatch =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAAMUlEQVR42u3OQQ0AAAgEoEtnCBMbyxbOBxsBSPW8EiEhISEhISEhISEhISEhISGhSwuBKHB5IlhligAAAABJRU5ErkJggg==";

/** What is in the text is shown; what is elsewhere waits for a click, or is the words of a link. */
export const Images: Story = {
  args: {
    text: `Here: ![a blue](${swatch}) and

![The bridge at dusk, seen from the other side of the river](https://example.com/bridge.jpg)

[![A map](https://example.com/map.png)](https://example.com/map)`,
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("img", { name: "a blue" })).toBeVisible();
    await expect(canvas.getByRole("button", { name: /example\.com/ })).toBeVisible();
    await expect(canvas.getByRole("link", { name: "A map" })).toBeVisible();
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

/** Each block of code gets its colours when its fence has closed. */
export const Highlighted: Story = {
  args: { text: codes },
  play: async ({ canvasElement }) => {
    await waitFor(() =>
      expect(canvasElement.querySelectorAll(".agk-code:has([data-token])")).toHaveLength(4),
    );
  },
};

export const HighlightedDark: Story = { ...Highlighted, globals: { theme: "dark" } };

/** Until then it is plain. */
export const OpenFence: Story = {
  args: { text: codes.slice(0, 170), isStreaming: true },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector("[data-token]")).toBeNull();
  },
};

/** Long lines are broken where the person has said so. */
export const Wrapped: Story = {
  args: { text: codes },
  play: async ({ canvas }) => {
    const [button] = await canvas.findAllByRole("button", { name: "Wrap lines" });
    await userEvent.click(button as HTMLElement);
    await expect(button).toHaveAttribute("aria-pressed", "true");
  },
};

const footnotes = `Trains in Portugal are cheaper when booked early[^1], and the coast line runs twice a day[^coast].
Seats are kept for two hours[^1].

[^1]: Up to 60 days before, on the site of the railway.
[^coast]: Not on Sundays:

    - in **winter**, at 9:10
    - in summer, at \`8:40\` and 17:20

    See [the timetable](https://example.com/timetable).`;

/** Numbers that lead to what is listed at the end, and back. */
export const Footnotes: Story = {
  args: { text: footnotes },
  play: async ({ canvas }) => {
    const [first] = await canvas.findAllByRole("link", { name: "Footnote 1" });
    await userEvent.click(first as HTMLElement);
    await expect(canvas.getAllByRole("listitem")[0]).toHaveFocus();
    await userEvent.click(canvas.getByRole("link", { name: "Back to reference 1-2" }));
    await expect(canvas.getAllByRole("link", { name: "Footnote 1" })[1]).toHaveFocus();
  },
};

/** What a number refers to is still to come: it leads nowhere yet. */
export const FootnotesStreaming: Story = {
  args: { text: footnotes.slice(0, footnotes.indexOf("[^coast]: ") + 18), isStreaming: true },
};

/** Stands for a library that draws diagrams. */
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

/** Stands for a library that sets formulas. */
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

const drawn = `An order goes on to the kitchen:

\`\`\`mermaid
graph LR
Order --> Kitchen
\`\`\`

It costs $5 and the sum of $n$ of them is

$$
s = 5 n
$$

which is what \\(n\\) people pay.`;

/** Diagrams and formulas are drawn by what the application gives for them. */
export const Slots: Story = {
  args: { text: drawn, codeBlocks: { mermaid: Diagram }, math: Formula },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("img", { name: "Order to Kitchen" })).toBeVisible();
    await expect(canvas.getAllByRole("math")).toHaveLength(3);
  },
};

/** What it throws leaves what was written. */
export const SlotsFailed: Story = {
  args: {
    text: drawn,
    codeBlocks: {
      mermaid: () => {
        throw new Error("This diagram cannot be drawn.");
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

/** A renderer of one's own, for all of a chat. */
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

/** Recorded: what Strands streamed of every kind, with a family in one letter and a script that is text. */
export const StrandsAnswer: Story = {
  args: { text: textOf(eventsOf(story)) },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole("heading", { name: "Café résumé" })).toBeVisible();
    await expect(canvas.getByText(/昔々 — there was a 👩‍👩‍👧‍👦 family/)).toBeVisible();
    await expect(canvas.getByRole("table")).toBeVisible();
    await expect(canvasElement.querySelector("script")).toBeNull();
  },
};

/** Recorded: the same when its code has just begun. */
export const StrandsAnswerStreaming: Story = {
  args: { text: textOf(eventsOf(story).slice(0, 15)), isStreaming: true },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector("pre")).toHaveTextContent(/^const x/));
    await expect(canvas.queryByText(/```/)).toBeNull();
  },
};

export const Dark: Story = { ...Tour, globals: { theme: "dark" } };

export const RightToLeft: Story = {
  args: {
    text: "## عنوان\n\nفقرة فيها **نص غامق**[^1] وأخرى[^2].\n\n- أولاً\n- ثانيًا\n\n```ts\nconst a = 1;\n```\n\n[^1]: حاشية أولى.\n[^2]: حاشية ثانية.",
  },
  globals: { direction: "rtl" },
};
