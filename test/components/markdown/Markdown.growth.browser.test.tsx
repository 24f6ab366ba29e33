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
      const mutations = observer.takeRecords().length;
      work.push({ steps: stepsSoFar() - before, mutations });
    }
  });
  observer.disconnect();
  unmount();
  return work;
}

/** Returns the most steps and the most mutations of a commit. */
function mostOf(work: readonly Work[]): Work {
  return {
    steps: Math.max(...work.map(({ steps }) => steps)),
    mutations: Math.max(...work.map(({ mutations }) => mutations)),
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
    // Characters of a step of the lexer, read by each of its patterns.
    expect(mostOf(work).steps).toBeLessThan(3_000_000);
  },
);

/** Texts of one long block, each with its unit and its start. */
const longBlocks: [unit: readonly string[], head: string][] = [
  [["<!-- a "], ""],
  [["\\(a "], ""],
  [["b\n"], "- a\n"],
];

test.each(longBlocks)(
  "from 5 to 80 KB, the steps of a streaming %j grow at most with exponent 1.2",
  { timeout: 600_000 },
  (unit, head) => {
    const stepsOf = (length: number) =>
      streamText(head + repeatUnit(unit, length)).reduce((all, { steps }) => all + steps, 0);
    expect(Math.log(stepsOf(80_000) / stepsOf(5000)) / Math.log(16)).toBeLessThan(1.2);
  },
);
