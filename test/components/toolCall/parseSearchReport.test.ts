import { describe, expect, test } from "vitest";
import { parseSearchReport } from "../../../src/components/toolCall/parseSearchReport.ts";

const nothing = { queries: [], status: undefined, progress: undefined, sources: [], rest: {} };
const ferries = {
  href: "https://www.example.com/ferries",
  title: "Ferries",
  summary: undefined,
};

describe("the queries of a report", () => {
  test.each([
    [{ query: "ferries", status: "searching" }, ["ferries"], "active"],
    [{ search_query: "ferries", state: "IN_PROGRESS" }, ["ferries"], "active"],
    [{ webSearchQueries: ["ferries", "tides"], status: "completed" }, ["ferries", "tides"], "done"],
    [{ query: "ferries", isDone: false }, ["ferries"], "active"],
    [{ query: "ferries", done: true }, ["ferries"], "done"],
    [{ query: "ferries", status: "failed" }, ["ferries"], "failed"],
    [{ query: "ferries", status: "queued" }, ["ferries"], "open"],
  ])("are parsed from %j", (content, queries, status) => {
    expect(parseSearchReport(content)).toEqual({ ...nothing, queries, status });
  });

  test("are not parsed without a status", () => {
    expect(parseSearchReport({ query: "SELECT 1" })).toBeUndefined();
    expect(parseSearchReport({ query: "ferries", found: 3 })).toBeUndefined();
    expect(parseSearchReport({ query: "ferries", status: "Comparing the piers" })).toBeUndefined();
    expect(parseSearchReport({ query: { text: "ferries" }, status: "done" })).toBeUndefined();
    expect(parseSearchReport({ queries: ["ferries", 7], status: "done" })).toBeUndefined();
  });

  test("hide an empty list of results while the search is active", () => {
    const started = { query: "ferries", results: [] };
    expect(parseSearchReport({ ...started, status: "searching" })?.rest).toEqual({});
    expect(parseSearchReport({ ...started, status: "done" })?.rest).toEqual({ results: [] });
  });
});

describe("the progress of a report", () => {
  test.each([
    [{ progress: 0.4 }, 0.4, 1],
    [{ progress: 0 }, 0, 1],
    [{ progress: 1 }, 1, 1],
    [{ progress: 40 }, 0.4, 1],
    [{ percent: 1 }, 0.01, 1],
    [{ progress_percentage: 100 }, 1, 1],
    [{ progress: 3, total: 12 }, 3, 12],
  ])("is parsed from %j", (content, done, total) => {
    expect(parseSearchReport(content)).toEqual({ ...nothing, progress: { done, total } });
  });

  test("may be a count beside a status or a query", () => {
    const progress = { done: 3, total: 12 };
    expect(parseSearchReport({ current: 3, total: 12, query: "ferries" })).toEqual({
      ...nothing,
      queries: ["ferries"],
      progress,
    });
    expect(parseSearchReport({ total: 12, completed: 3, status: "Comparing" })).toEqual({
      ...nothing,
      progress,
      rest: { status: "Comparing" },
    });
  });

  test.each([
    { progress: 140 },
    { progress: -1 },
    { progress: "40 %" },
    { progress: { rows: 7 } },
    { percent: Number.NaN },
    { current: 13, total: 12 },
    { current: 0, total: 0 },
    { total: 12 },
    { current: 3 },
    { items: ["a", "b"], total: 59.9, current: 10 },
    { items: ["a", "b"], total: 59.9, current: 10, status: "open" },
    { current: 9.5, total: 60, status: "open" },
    { current: 10, total: 60 },
    { total: 12, completed: 12 },
  ])("is not guessed from %j", (content) => {
    expect(parseSearchReport(content)).toBeUndefined();
  });
});

describe("the sources of a report", () => {
  test.each([
    [{ sources: [{ url: "https://www.example.com/ferries", title: "Ferries" }] }, ferries],
    [{ search_results: [{ link: "https://www.example.com/ferries", name: "Ferries" }] }, ferries],
    [{ results: ["https://www.example.com/ferries"] }, { ...ferries, title: undefined }],
    [
      { hits: [{ url: ferries.href, title: "", snippet: "Every 20 minutes" }] },
      { ...ferries, title: undefined, summary: "Every 20 minutes" },
    ],
  ])("are parsed from %j", (content, source) => {
    expect(parseSearchReport(content)).toEqual({ ...nothing, sources: [source] });
  });

  test.each([
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "mailto:someone@example.com",
    "ftp://example.com/ferries",
    "/orders/7",
    "example.com",
    "https://",
    7,
  ])("include a source with the unsafe address %j as text", (url) => {
    const good = { url: ferries.href, title: "Ferries" };
    const { sources, rest } = parseSearchReport({ results: [good, { url, title: "Odd" }] }) ?? {};
    expect(sources).toEqual([ferries, { href: undefined, title: "Odd" }]);
    expect(rest).toEqual({});
    // A source with neither an address nor a title cannot be shown.
    expect(parseSearchReport({ results: [good, { url, rank: 2 }] })).toBeUndefined();
  });

  test("are not parsed from a list without addresses, or from other values", () => {
    expect(
      parseSearchReport({ hits: [{ title: "Ferries", site: "example.com" }] }),
    ).toBeUndefined();
    expect(parseSearchReport({ results: [] })).toBeUndefined();
    expect(parseSearchReport({ sources: { url: ferries.href } })).toBeUndefined();
  });
});

test("parseSearchReport keeps other fields in `rest` under their names", () => {
  const content = {
    Query: "ferries",
    status: "done",
    tookMs: 320,
    steps: [{ title: "Look", status: "done" }],
    percent: "many",
  };
  expect(parseSearchReport(content)).toEqual({
    ...nothing,
    queries: ["ferries"],
    status: "done",
    rest: { tookMs: 320, steps: content.steps, percent: "many" },
  });
});

test.each([null, undefined, 7, "query", [], [{ progress: 0.5 }], {}])(
  "reads nothing in %j",
  (content) => {
    expect(parseSearchReport(content)).toBeUndefined();
  },
);
