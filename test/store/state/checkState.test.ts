// @vitest-environment node
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createThread, type EventInput, type Issue } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent } from "../../../src/testing.ts";

const sends = (...states: readonly unknown[]) =>
  scriptedAgent([
    runStarted(),
    ...states.map((snapshot): EventInput => ({ type: "STATE_SNAPSHOT", snapshot })),
    runFinished(),
  ]);

const json = {
  type: "object",
  properties: { n: { type: "number" } },
  required: ["n"],
} as const;

describe("a schema of the shared state", () => {
  test.each([
    ["of JSON Schema", json],
    ["of Zod", z.object({ n: z.number() })],
  ])("%s reports what does not fit, and keeps it", async (_, stateSchema) => {
    const thread = createThread({ agent: sends({ n: 1 }, { n: "one" }), stateSchema });
    const issues: Issue[] = [];
    thread.subscribe({ onIssue: (issue) => issues.push(issue) });
    await thread.run();
    await vi.waitFor(() => expect(issues).toHaveLength(1));
    expect(issues).toMatchObject([
      { code: "state-mismatch", severity: "notice", subject: "/n", count: 1 },
    ]);
    expect(issues[0]?.message).toMatch(/^STATE_SNAPSHOT: "\/n" is not what .* n: /);
    expect(thread.getSnapshot()).toMatchObject({ state: { n: "one" }, issues });
  });

  test("has nothing to say of what fits, nor of what the person sets", async () => {
    const thread = createThread<unknown>({
      agent: sends({ n: 1 }),
      initialState: { n: 0 },
      stateSchema: json,
    });
    await thread.run();
    thread.setState({ n: "typing" });
    await thread.run();
    // Another check of the same state ends behind the first one.
    const issues: Issue[] = [];
    thread.subscribe({ onIssue: (issue) => issues.push(issue) });
    thread.checkState({ type: "string" });
    thread.setState({ n: 5 });
    await thread.run();
    await vi.waitFor(() => expect(issues).toHaveLength(1));
    expect(thread.getSnapshot().issues).toEqual(issues);
    expect(issues[0]?.message).toContain("string");
  });

  test("tells of every place that does not fit, and counts those again", async () => {
    const schema = { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } };
    const thread = createThread({ agent: sends({ a: "x" }, { b: "x" }, { b: "y" }) });
    const seen = vi.fn();
    thread.subscribe({ onIssue: seen });
    thread.checkState(schema);
    await thread.run();
    await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(3));
    expect(thread.getSnapshot().issues).toMatchObject([
      { subject: "/a", count: 1 },
      { subject: "/b", count: 2 },
    ]);
  });

  test("may be about one place, and ends", async () => {
    const agent = sends({ a: { n: 1 } }, { a: { n: "one" }, b: 1 }, { b: 2 }, { a: { n: "two" } });
    const thread = createThread({ agent });
    const seen = vi.fn();
    thread.subscribe({ onIssue: seen });
    const end = thread.checkState({ type: "number" }, "/a/n");
    await thread.run();
    await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(2));
    expect(thread.getSnapshot().issues).toMatchObject([{ subject: "/a/n", count: 2 }]);
    end();
    const other = vi.fn();
    thread.subscribe({ onIssue: other });
    thread.checkState({ type: "boolean" }, "/b");
    await thread.run();
    await vi.waitFor(() => expect(other).toHaveBeenCalled());
    expect(other.mock.calls.every(([issue]) => issue.subject === "/b")).toBe(true);
  });
});
