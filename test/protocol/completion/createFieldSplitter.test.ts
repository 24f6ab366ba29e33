import { describe, expect, test } from "vitest";
import { canonical } from "../canonical.ts";
import { type Fields, playStream } from "../lenientStreams.ts";

const runStarted = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const runFinished = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

describe.each([
  ["TEXT_MESSAGE", "assistant"],
  ["REASONING_MESSAGE", "reasoning"],
])("a %s with text in other events than its content", (kind, role) => {
  const start = (fields: Fields = {}) => ({
    type: `${kind}_START`,
    messageId: "m1",
    role,
    ...fields,
  });
  const delta = (text: string, name = "delta") => ({
    type: `${kind}_CONTENT`,
    messageId: "m1",
    [name]: text,
  });
  const end = (fields: Fields = {}) => ({ type: `${kind}_END`, messageId: "m1", ...fields });

  test.each<[string, readonly Fields[]]>([
    ["`content` of its start", [start({ content: "Hello" }), end()]],
    ["`text` of its start", [start({ text: "Hello" }), end()]],
    ["`delta` of its start", [start({ delta: "Hello" }), end()]],
    ["blocks of its start", [start({ content: [{ type: "text", text: "Hello" }] }), end()]],
    ["its start, and without an end", [start({ content: "Hello" })]],
    ["its end", [start(), end({ content: "Hello" })]],
    ["its start and its end", [start({ content: "Hel" }), end({ content: "Hello" })]],
    ["its start, before other content", [start({ content: "Hel" }), delta("lo"), end()]],
  ])("is shown with the text in %s, with an issue", async (_, events) => {
    const { snapshot, result } = await playStream(events);
    expect(result.outcome).toBe("success");
    expect(snapshot.messages.at(-1)).toMatchObject({ role, content: "Hello" });
    const codes = snapshot.issues.map(({ code }) => code);
    expect(codes.filter((code) => code !== "left-open")).toContain("misplaced-field");
    const strict = await playStream(events, { strict: true });
    expect(strict.result.error?.code).toBe("protocol-violation");
  });

  test.each<[string, readonly Fields[]]>([
    ["content repeats its start", [start({ content: "Hello" }), delta("Hello"), end()]],
    [
      "content under the same name repeats its start",
      [start({ content: "Hello" }), delta("Hel", "content"), delta("lo", "content"), end()],
    ],
    ["content begins with its start", [start({ content: "Hel" }), delta("Hello"), end()]],
    ["its end repeats its content", [start(), delta("Hello"), end({ content: "Hello" })]],
    ["its start has an empty text", [start({ content: "" }), delta("Hello"), end()]],
  ])("is shown once when %s", async (_, events) => {
    const { snapshot } = await playStream(events);
    expect(snapshot.messages.at(-1)).toMatchObject({ role, content: "Hello" });
    expect(snapshot.issues.map(({ code }) => code)).not.toContain("misplaced-field");
  });

  test("belongs to the sub-agent of its start", async () => {
    const { events } = await canonical(
      runStarted,
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Booker" },
      start({ content: "Hello", subagentRunId: "s1" }),
      end({ subagentRunId: "s1" }),
      runFinished,
    );
    const content = events.find(({ type }) => type === `${kind}_CONTENT`);
    expect(content).toMatchObject({ messageId: "m1", delta: "Hello", subagentRunId: "s1" });
  });
});
