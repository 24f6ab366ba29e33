import "../../../src/styles/index.css";
import { render } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

/** An event in a trace of Chromium. */
interface TraceEvent {
  name: string;
  ts: number;
  /** Thread of the event. */
  tid: number;
  args: { elementCount?: number };
}

interface TracingSession {
  send(method: string, params?: object): Promise<unknown>;
  on(name: string, listener: (data: { value: readonly TraceEvent[] }) => void): void;
}

// Vitest types the session by its provider only, which is the same at run time.
const session = cdp() as unknown as TracingSession;
const events: TraceEvent[] = [];
let onTraceComplete = () => {};

beforeAll(async () => {
  // Creates the session, because two listeners at once would create two.
  await session.send("Tracing.getCategories");
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  session.on("Tracing.tracingComplete", () => onTraceComplete());
});

/** Returns the number of elements whose styles Chromium computes after a change of the document. */
async function countRestyled(change: () => void): Promise<number> {
  const updateStyles = () => document.body.offsetHeight;
  updateStyles();
  events.length = 0;
  const completed = new Promise<void>((resolve) => {
    onTraceComplete = resolve;
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "blink.user_timing"] },
  });
  // Nothing else of the thread runs between the marks.
  performance.mark("start of change");
  change();
  updateStyles();
  performance.mark("end of change");
  await session.send("Tracing.end");
  await completed;
  const start = events.find(({ name }) => name === "start of change");
  const end = events.find(({ name }) => name === "end of change");
  if (!start || !end) throw new Error("The trace lacks the marks around the change.");
  return events
    .filter(({ tid, ts }) => tid === start.tid && ts > start.ts && ts < end.ts)
    .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
}

test.each([
  ["paragraphs", () => "w\n\n"],
  ["quotations", () => "> a\n\nb\n\n"],
  ["paragraphs of a quotation", () => "> a\n>\n"],
  ["footnotes", (index: number) => `w[^${index}]\n\n[^${index}]: n\n\n`],
])("a delta after 200 %s restyles only the elements at the end", async (_name, unit) => {
  const textOf = (count: number) =>
    Array.from({ length: count }, (_, index) => unit(index)).join("");
  const { rerender } = render(<Markdown text={textOf(200)} isStreaming />);
  const restyled = await countRestyled(() => rerender(<Markdown text={textOf(202)} isStreaming />));
  expect(restyled).toBeGreaterThan(0);
  expect(restyled).toBeLessThan(40);
});

test("the end of a streaming message restyles none of its 200 lists and quotations", async () => {
  const text = "- a\n\n> b\n\n".repeat(100);
  const messageWith = (isStreaming: boolean) => (
    <div className="agk-message" data-streaming={isStreaming ? "" : undefined}>
      <Markdown text={text} isStreaming={isStreaming} />
    </div>
  );
  const { rerender } = render(messageWith(true));
  expect(await countRestyled(() => rerender(messageWith(false)))).toBeLessThan(40);
});

test.each([
  ["nested lists", "* * * * a\n"],
  ["quotations in lists", "- > a\nb\n"],
  ["lists in quotations", "> - > - a\n"],
  ["a loose list", "1. a\n\n"],
  ["table rows", "|x|y|\n|-|-|\n"],
])("a delta to %s restyles no part of a long block that it closes", async (_name, unit) => {
  const text = unit.repeat(Math.ceil(11_000 / unit.length));
  const { rerender } = render(<Markdown text={text.slice(0, 400)} isStreaming />);
  const counts: number[] = [];
  for (let end = 800; end <= text.length; end += 400) {
    const delta = <Markdown text={text.slice(0, end)} isStreaming />;
    counts.push(await countRestyled(() => rerender(delta)));
  }
  expect(Math.min(...counts)).toBeGreaterThan(100);
  // The elements of one step of the lexer. The whole block has 3600 elements or more.
  expect(Math.max(...counts)).toBeLessThan(1500);
});
