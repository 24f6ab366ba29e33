import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent } from "storybook/test";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { onChatBackground } from "../conversation.tsx";
import { markdownControls } from "../states/messageControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Messages/Markdown",
  component: Markdown,
  decorators: [onChatBackground],
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

| Left | Center | Right |
| :--- | :----: | ----: |
| a    |   b    |     1 |
| c    |   d    |    20 |

---

The end.`;

export const Tour: Story = { args: { text: tour } };

/** Renders unfinished Markdown as the element that it is about to become. */
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

/** Scrolls a wide table in its own box, which is reachable by keyboard, after its buttons. */
export const WideTable: Story = {
  args: { text: wide },
  play: async ({ canvas }) => {
    for (const name of ["Download CSV", "Download Markdown", "Copy"]) {
      await userEvent.tab();
      await expect(canvas.getByRole("button", { name })).toHaveFocus();
    }
    await userEvent.tab();
    await expect(canvas.getByRole("group", { name: "Table" })).toHaveFocus();
  },
};

const swatch =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAAMUlEQVR42u3OQQ0AAAgEoEtnCBMbyxbOBxsBSPW8EiEhISEhISEhISEhISEhISGhSwuBKHB5IlhligAAAABJRU5ErkJggg==";

/** Shows embedded images; a remote image waits for a click, or its alternative text becomes a link. */
export const Images: Story = {
  args: {
    text: `Here: ![a blue](${swatch}) and

![The bridge at dusk, seen from the other side of the river](https://example.com/bridge.jpg)

[![A map](https://example.com/map.png)](https://example.com/map)`,
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("img", { name: "a blue" })).toBeVisible();
    await expect(await canvas.findByRole("button", { name: /example\.com/ })).toBeVisible();
    await expect(canvas.getByRole("link", { name: "A map" })).toBeVisible();
  },
};

/** Loads remote images after a click only, and shows HTML as text. */
export const NotTrusted: Story = {
  args: {
    text: "![A cat](https://example.com/cat.png)\n\n<script>alert(1)</script>\n\n[no](javascript:alert(1))",
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: /example\.com/ })).toBeVisible();
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};

const footnotes = `Trains in Portugal are cheaper when booked early[^1], and the coast line runs twice a day[^coast].
Seats are kept for two hours[^1].

[^1]: Up to 60 days before, on the site of the railway.
[^coast]: Not on Sundays:

    - in **winter**, at 9:10
    - in summer, at \`8:40\` and 17:20

    See [the timetable](https://example.com/timetable).`;

/** Links footnote numbers to the notes at the end, and back. */
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

/** Shows a footnote number without a link until its note arrives. */
export const FootnotesStreaming: Story = {
  args: { text: footnotes.slice(0, footnotes.indexOf("[^coast]: ") + 18), isStreaming: true },
};

export const Dark: Story = { ...Tour, globals: { theme: "dark" } };

export const RightToLeft: Story = {
  args: {
    text: "## عنوان\n\nفقرة فيها **نص غامق**[^1] وأخرى[^2].\n\n- أولاً\n- ثانيًا\n\n```ts\nconst a = 1;\n```\n\n[^1]: حاشية أولى.\n[^2]: حاشية ثانية.",
  },
  globals: { direction: "rtl" },
};

/** Shows the controls in all their states. */
export const States: Story = {
  args: { text: "" },
  render: () => <StateTable controls={markdownControls} />,
};
