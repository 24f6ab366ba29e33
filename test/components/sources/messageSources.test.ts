import { describe, expect, test } from "vitest";
import { messageSources } from "../../../src/components/sources/messageSources.ts";

const url = "https://a.example/ferries";
const ferries = { number: 1, href: url, title: "Ferries", summary: undefined };

describe("the sources in the metadata of a message", () => {
  test.each([
    [
      "annotations of OpenAI's chat completions",
      {
        annotations: [
          { type: "url_citation", url_citation: { url, title: "Ferries", start_index: 0 } },
        ],
      },
    ],
    [
      "annotations of OpenAI's responses",
      { annotations: [{ type: "url_citation", url, title: "Ferries", start_index: 0 }] },
    ],
    ["citations", { citations: [{ url, title: "Ferries" }] }],
    ["sources", { sources: [{ link: url, name: "Ferries" }] }],
    ["references", { references: [{ uri: url, title: "Ferries" }] }],
  ])("are read from %s", (_, fields) => {
    expect(messageSources(fields)).toEqual([ferries]);
  });

  test.each([
    ["citation", { messageId: "a", url, title: "Ferries" }],
    ["sources", { messageId: "a", sources: [{ url, title: "Ferries" }] }],
    ["url_citation", { messageId: "a", url, title: "Ferries" }],
  ])("are read from a meta event of the type %s", (metaType, payload) => {
    expect(messageSources(undefined, [{ metaType, payload }])).toEqual([ferries]);
  });

  test("are not read from a meta event of another type", () => {
    const payload = { messageId: "a", url, title: "Ferries" };
    expect(messageSources(undefined, [{ metaType: "note", payload }])).toEqual([]);
  });

  test("may be addresses, or files without an address", () => {
    const sources = messageSources({
      annotations: [{ type: "file_citation", file_id: "f1", filename: "report.pdf" }],
      citations: [url],
    });
    expect(sources).toEqual([
      { number: 1, href: url, title: undefined, summary: undefined },
      { number: 2, href: undefined, title: "report.pdf", summary: undefined },
    ]);
  });

  test("have the numbers of the list when all of them have one", () => {
    const sources = [
      { id: 4, url, title: "Ferries" },
      { id: "7", url: "https://b.example", title: "Trains" },
    ];
    expect(messageSources({ sources }).map(({ number }) => number)).toEqual([4, 7]);
  });

  test.each([
    ["none has one", [{ url }, { url: "https://b.example" }]],
    ["one is missing", [{ url, id: 4 }, { url: "https://b.example" }]],
    [
      "two are equal",
      [
        { url, id: 4 },
        { url: "https://b.example", id: 4 },
      ],
    ],
    [
      "they start at 0",
      [
        { url, index: 0 },
        { url: "https://b.example", index: 1 },
      ],
    ],
    [
      "they are no numbers",
      [
        { url, id: "a" },
        { url: "https://b.example", id: "b" },
      ],
    ],
  ])("count from 1 when %s", (_, sources) => {
    expect(messageSources({ sources }).map(({ number }) => number)).toEqual([1, 2]);
  });

  test("have the numbers of their positions when others cannot be shown or are repeated", () => {
    const c = "https://c.example/";
    const sources = [{ url }, { url: "file:///x" }, { url: c }, { url }];
    expect(messageSources({ sources }).map((source) => [source.number, source.href])).toEqual([
      [1, url],
      [3, c],
      [4, url],
    ]);
  });

  test("keep their own fields beside a field that is named after their type", () => {
    const source = { type: "url", url, title: "Ferries", number: 7 };
    expect(messageSources({ sources: [source] })).toEqual([{ ...ferries, number: 7 }]);
  });

  test.each([
    { toString: 1, valueOf: 1 },
    JSON.parse("[".repeat(5000) + "]".repeat(5000)) as unknown,
    true,
    null,
  ])("count from 1 when a number is a value such as %#", (id) => {
    expect(messageSources({ sources: [{ url, title: "Ferries", id }] })).toEqual([ferries]);
  });

  test("have titles and summaries of bounded length", () => {
    const long = "x".repeat(9000);
    const [source] = messageSources({ sources: [{ url, title: long, summary: long }] });
    expect(source?.title).toBe(`${"x".repeat(300)}…`);
    expect(source?.summary).toBe(`${"x".repeat(1500)}…`);
  });

  test.each([
    ["javascript:alert(1)"],
    ["data:text/html,x"],
    ["/account/delete"],
    ["mailto:a@a.example"],
  ])("never lead to %s", (address) => {
    const [source] = messageSources({ sources: [{ url: address, title: "Ferries" }] });
    expect(source).toEqual({ ...ferries, href: undefined });
  });

  test.each([[null], [7], ["text"], [{}], [[null, 7, {}, { url: "" }, { title: " " }]]])(
    "are empty when the list is %j",
    (sources) => {
      expect(messageSources({ sources })).toEqual([]);
    },
  );
});
