import "../../../src/styles/index.css";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { countSteps } from "./lexer/countSteps.ts";
import { hostileMixes, repeatUnit, slowUnits } from "./lexer/hostileText.ts";

/** Text that arrives in one frame, about ten times as much as models write. */
const DELTA = 400;
const LENGTH = 40_000;

const math = ({ code }: { readonly code: string }) => <code>{code}</code>;

/** Work of one commit of a streaming text. */
interface Work {
  steps: number;
  /** Number of changes of the DOM. */
  mutations: number;
  /** Number of characters in new and changed text nodes, which a browser lays out again. */
  characters: number;
}

/** Returns the number of characters in the text nodes that changes of the DOM have added or changed. */
function changedCharacters(records: readonly MutationRecord[]): number {
  const texts = new Set<Node>();
  for (const { type, target, addedNodes } of records) {
    for (const root of type === "characterData" ? [target] : addedNodes) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node: Node | null = root; node; node = walker.nextNode())
        if (node instanceof Text) texts.add(node);
    }
  }
  return [...texts].reduce((sum, { textContent }) => sum + (textContent?.length ?? 0), 0);
}

/** Streams a text, and returns the work of each commit. */
function streamText(text: string): Work[] {
  const work: Work[] = [];
  const { container, rerender, unmount } = render(<Markdown text="" math={math} isStreaming />);
  const observer = new MutationObserver(() => {});
  observer.observe(container, { childList: true, characterData: true, subtree: true });
  countSteps((stepsSoFar) => {
    for (let end = DELTA; end <= text.length; end += DELTA) {
      const before = stepsSoFar();
      rerender(<Markdown text={text.slice(0, end)} math={math} isStreaming />);
      const steps = stepsSoFar() - before;
      const records = observer.takeRecords();
      work.push({ steps, mutations: records.length, characters: changedCharacters(records) });
    }
  });
  observer.disconnect();
  unmount();
  return work;
}

/** Returns the most work of each kind that a commit has. */
function mostOf(work: readonly Work[]): Work {
  return {
    steps: Math.max(...work.map(({ steps }) => steps)),
    mutations: Math.max(...work.map(({ mutations }) => mutations)),
    characters: Math.max(...work.map(({ characters }) => characters)),
  };
}

/** Every second unit: `splitBlocks.growth` counts the steps of all, and of longer texts. */
const units = [...slowUnits, ...hostileMixes.slice(0, 5)].filter((_unit, index) => index % 2 === 0);

test.each(units.map((unit) => [unit]))(
  "a commit of a streaming %j costs no more however long the text is",
  { timeout: 600_000 },
  (unit) => {
    const work = streamText(repeatUnit(unit, LENGTH));
    // Compares the second 10 KB with the fourth: a text may begin with a block that is cheaper than the rest.
    const early = mostOf(work.slice(25, 50));
    const late = mostOf(work.slice(75));
    expect(late.steps).toBeLessThan(1.5 * early.steps + 20_000);
    expect(late.mutations).toBeLessThan(1.5 * early.mutations + 50);
    expect(late.characters).toBeLessThan(1.5 * early.characters + 5000);
    // Characters of a step of the lexer, read by each of its patterns.
    expect(mostOf(work).steps).toBeLessThan(3_000_000);
  },
);

/** Number of columns of a table that is wider than any in real texts. */
const COLUMNS = 100;

/** Texts of one long block, each with its unit and its start. */
const longBlocks: [unit: readonly string[], head: string][] = [
  [["<!-- a "], ""],
  [["\\(a "], ""],
  [["b\n"], "- a\n"],
  [["Ordinary words of a paragraph, ", "which goes on and on, "], ""],
  [["一个没有空格的长段落，", "继续写下去。"], ""],
  [["Words of *a* paragraph with `code`, ", "and a line break\n"], ""],
  [["words in raw HTML\n"], "<div>\n"],
  [["- Words of an item, ", "which goes on, ".repeat(9)], ""],
  [["| ab ".repeat(COLUMNS), "|\n"], `${"| a ".repeat(COLUMNS)}|\n${"|-".repeat(COLUMNS)}|\n`],
];

test.each(longBlocks)(
  "from 5 to 80 KB, the work of a streaming %j grows at most with exponent 1.2",
  { timeout: 600_000 },
  (unit, head) => {
    const [short, long] = [5000, 80_000].map((length) =>
      streamText(head + repeatUnit(unit, length)),
    );
    for (const kind of ["steps", "characters"] as const) {
      const sumOf = (work: readonly Work[] = []) =>
        work.reduce((sum, { [kind]: amount }) => sum + amount, 0);
      expect(Math.log(sumOf(long) / sumOf(short)) / Math.log(16), kind).toBeLessThan(1.2);
    }
  },
);
