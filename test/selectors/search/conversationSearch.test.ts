import { describe, expect, test } from "vitest";
import type { Message, Snapshot } from "../../../src/core.ts";
import {
  createConversationSearch,
  matchAt,
  positionNear,
  positionOf,
  type SearchResult,
} from "../../../src/selectors/search/conversationSearch.ts";
import { asSubagent, finishSubagent, spawn } from "../../hooks/subagents.ts";
import {
  call,
  calls,
  finished,
  reasoning,
  started,
  text,
  textMessage,
} from "../../reducer/events.ts";
import { reduce, thread } from "../../reducer/reduce.ts";

const create = (hasReasoning = true) =>
  createConversationSearch({
    readMarkdown: (markdown) => [markdown.replaceAll("*", "")],
    labelOf: ({ toolCall }) => `Label of ${toolCall.function.name}`,
    hasReasoning,
  });

const find = (snapshot: Snapshot, query: string, search = create()): SearchResult => {
  let result = search.findMatches(snapshot, query);
  while (!result.isComplete) result = search.findMatches(snapshot, query);
  return result;
};

/** Returns the units with matches, and the number of matches in each. */
const unitsOf = ({ hits }: SearchResult) =>
  hits.map(({ unit: { kind, id, path }, count }) => [...path, `${kind} ${id}`, count].join(" > "));

const say = (id: string, content: string): Message => ({ id, role: "assistant", content });
const ask = (id: string, content: string): Message => ({ id, role: "user", content });

const withMessages = (...messages: readonly Message[]) => thread({ messages });

describe("createConversationSearch", () => {
  test("finds messages of users and of the agent, in order", () => {
    const snapshot = withMessages(ask("u1", "A storm? A STORM!"), say("a1", "No **storm**."), {
      id: "s1",
      role: "system",
      content: "Storms are likely.",
    });
    const result = find(snapshot, "storm");
    expect(unitsOf(result)).toEqual(["message u1 > 2", "message a1 > 1", "message s1 > 1"]);
    expect(result.total).toBe(4);
  });

  test("finds what cards of tool calls show: label, name, arguments and result", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...calls("c1", "get_weather", '{"cityName":"Oslo","days":[1,2]}'),
      call.result("c1", '{"forecast":{"sky":"Cloudy over Oslo"}}'),
      finished(),
    );
    expect(unitsOf(find(snapshot, "oslo"))).toEqual(["call c1 > 2"]);
    expect(unitsOf(find(snapshot, "city name"))).toEqual(["call c1 > 1"]);
    expect(unitsOf(find(snapshot, "label of"))).toEqual(["call c1 > 1"]);
    expect(unitsOf(find(snapshot, "get_weather"))).toEqual(["call c1 > 2"]);
    expect(unitsOf(find(snapshot, '"sky"'))).toEqual([]);
  });

  test("finds reasoning unless it is hidden", () => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.start("r1"),
      reasoning.content("r1", "I consider the storm."),
      reasoning.end("r1"),
      finished(),
    );
    expect(unitsOf(find(snapshot, "storm"))).toEqual(["message r1 > 1"]);
    expect(find(snapshot, "storm", create(false)).total).toBe(0);
  });

  test("finds open questions with the call that they are about", () => {
    const asked = reduce(
      thread(),
      started(),
      ...calls("c1", "deploy", '{"target":"north"}'),
      finished({
        type: "interrupt",
        interrupts: [{ id: "i1", reason: "tool_call", toolCallId: "c1", message: "Deploy north?" }],
      }),
    );
    expect(unitsOf(find(asked, "north"))).toEqual(["interrupt i1 > 2"]);
  });

  test("finds questions about nothing else after the last row", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...textMessage("m1", "Hm."),
      finished({
        type: "interrupt",
        interrupts: [{ id: "i1", reason: "input", message: "Which storm?" }],
      }),
    );
    expect(find(snapshot, "storm").hits).toMatchObject([{ unit: { kind: "interrupt", id: "i1" } }]);
  });

  test("finds messages in the cards of sub-agents, with the cards around them", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...textMessage("m1", "I ask the weather agent."),
      spawn("sub", { name: "weather", description: "Looks for a storm" }),
      ...asSubagent("sub", textMessage("m2", "There is a storm.")),
      finishSubagent("sub"),
      finished(),
    );
    expect(unitsOf(find(snapshot, "storm"))).toEqual(["subagent sub > 1", "sub > message m2 > 1"]);
  });

  test("finds nothing across two texts, and nothing for blanks", () => {
    const snapshot = withMessages(ask("u1", "north"), say("a1", "south"));
    expect(find(snapshot, "north south").total).toBe(0);
    expect(find(snapshot, "  ").total).toBe(0);
    expect(find(snapshot, "").total).toBe(0);
  });
});

describe("cost", () => {
  const count = 10_000;
  const long = withMessages(
    ...Array.from({ length: count }, (_, n) =>
      n % 2 ? say(`a${n}`, `Answer ${n} about the storm`) : ask(`u${n}`, `Question ${n}`),
    ),
  );

  test("reads a long thread in several calls, and each message once for a query", () => {
    const search = create();
    const reads: number[] = [];
    for (let isComplete = false; !isComplete; ) {
      const result = search.findMatches(long, "storm");
      reads.push(result.readCount);
      isComplete = result.isComplete;
    }
    expect(reads.reduce((sum, read) => sum + read, 0)).toBe(count);
    expect(Math.max(...reads)).toBeLessThan(2_500);
    expect(search.findMatches(long, "storm")).toMatchObject({ total: count / 2, readCount: 0 });
  });

  test("reads only the message that streams", () => {
    const search = create();
    let snapshot = reduce(long, started(), text.start("m"), text.content("m", "A storm."));
    find(snapshot, "storm", search);
    for (let delta = 1; delta <= 20; delta++) {
      snapshot = reduce(snapshot, text.content("m", " Another storm."));
      const result = search.findMatches(snapshot, "storm");
      expect(result).toMatchObject({ readCount: 1, total: count / 2 + 1 + delta });
    }
  });

  test("compares the texts that it has read with another query, without reading Markdown again", () => {
    const read: string[] = [];
    const search = createConversationSearch({
      readMarkdown(markdown) {
        read.push(markdown);
        return [markdown];
      },
      labelOf: () => "",
      hasReasoning: true,
    });
    find(long, "sto", search);
    expect(find(long, "storm", search).total).toBe(count / 2);
    expect(read).toHaveLength(count / 2);
  });
});

describe("a position", () => {
  const messages = [ask("u1", "a storm"), say("a1", "storm, storm"), ask("u2", "a storm")];
  const result = find(withMessages(...messages), "storm");

  test("leads to a match and back", () => {
    const matches = [0, 1, 2, 3].map((position) => matchAt(result, position));
    expect(matches.map((match) => [match?.hit.unit.id, match?.occurrence])).toEqual([
      ["u1", 0],
      ["a1", 0],
      ["a1", 1],
      ["u2", 0],
    ]);
    expect(matches.map((match) => match && positionOf(result, match))).toEqual([0, 1, 2, 3]);
    expect(matchAt(result, 4)).toBeUndefined();
    expect(matchAt(find(withMessages(), "storm"), 0)).toBeUndefined();
  });

  test("moves when earlier messages are loaded, and is -1 when its match is gone", () => {
    const match = matchAt(result, 2);
    const later = find(withMessages(ask("u0", "storm!"), ...messages), "storm");
    const other = find(withMessages(ask("u0", "storm!")), "storm");
    expect(match && positionOf(later, match)).toBe(3);
    expect(match && positionOf(other, match)).toBe(-1);
  });

  test("near a row leads to the first match from there on, or to the last match", () => {
    expect(positionNear(result, 0)).toBe(0);
    expect(positionNear(result, 1)).toBe(1);
    expect(positionNear(result, 9)).toBe(3);
  });
});
