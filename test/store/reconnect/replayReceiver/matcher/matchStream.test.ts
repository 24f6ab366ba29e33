import { expect, test } from "vitest";
import { createSnapshot, type Event, EventType, type Message } from "../../../../../src/core.ts";
import {
  findCandidates,
  matchStream,
  type PendingStream,
  type StreamMatch,
} from "../../../../../src/store/reconnect/replayReceiver/matcher/matchStream.ts";
import { assistant, user } from "../../../../reducer/events.ts";

const painted: Message = {
  id: "m2",
  role: "assistant",
  toolCalls: [{ id: "c1", type: "function", function: { name: "paint", arguments: '{"a":1}' } }],
};
const loaded = createSnapshot({
  threadId: "t1",
  messages: [user("u1"), assistant("m1", "Hello."), painted, user("u2"), assistant("m3", "Par")],
});

/** Returns the stream of an id before its first event. */
const pending = (
  kind: PendingStream["kind"],
  id: string,
  subagentRunId?: string,
): PendingStream => ({
  kind,
  id,
  subagentRunId,
  candidates: findCandidates(loaded, { kind, id }),
  content: "",
  hasEnded: false,
  isShared: false,
});

/** Matches events one by one until one of them decides. */
function matchAll(stream: PendingStream, ...events: readonly Event[]): StreamMatch {
  let match: StreamMatch = { kind: "undecided", stream };
  for (const event of events)
    if (match.kind === "undecided") match = matchStream(match.stream, event, loaded);
  return match;
}

const content = (delta: string, subagentRunId?: string, messageId = "m1"): Event => ({
  type: EventType.TEXT_MESSAGE_CONTENT,
  messageId,
  delta,
  ...(subagentRunId !== undefined && { subagentRunId }),
});
const end: Event = { type: EventType.TEXT_MESSAGE_END, messageId: "m1" };
const callStart = (toolCallName: string): Event => ({
  type: EventType.TOOL_CALL_START,
  toolCallId: "c1",
  toolCallName,
});

test("a text is undecided while the loaded text begins with it", () => {
  const match = matchAll(pending("text", "m1"), content("Hel"), content("lo."));
  expect(match).toMatchObject({ kind: "undecided", stream: { content: "Hello." } });
});

test("a text that ends as the loaded text repeats it, and a shorter text is new", () => {
  expect(matchAll(pending("text", "m1"), content("Hello."), end)).toMatchObject({
    kind: "repeats",
    loaded: { message: { id: "m1" } },
  });
  expect(matchAll(pending("text", "m1"), content("Hel"), end).kind).toBe("new");
});

test("a text that begins with a loaded reply to the last user message repeats it at once", () => {
  const match = matchAll(pending("text", "m3"), content("Partial", undefined, "m3"));
  expect(match).toMatchObject({ kind: "repeats", loaded: { message: { id: "m3" } } });
});

test("a text that differs from the loaded text is new before its end", () => {
  expect(matchAll(pending("text", "m1"), content("Hello?")).kind).toBe("new");
});

test("content without a sub-agent belongs to the stream unless another agent uses its id", () => {
  const stream = pending("text", "m1", "s1");
  expect(matchAll(stream, content("Hel")).stream.content).toBe("Hel");
  const otherStart: Event = {
    type: EventType.TEXT_MESSAGE_START,
    messageId: "m1",
    subagentRunId: "s2",
  };
  expect(matchAll(stream, otherStart, content("Bye")).stream.content).toBe("");
  expect(matchAll(stream, otherStart, content("Hel", "s1")).stream.content).toBe("Hel");
});

test("a call of another tool is new at its start", () => {
  const stream = pending("toolCalls", "c1");
  expect(matchAll(stream, callStart("paint")).kind).toBe("undecided");
  expect(matchAll(stream, callStart("draw")).kind).toBe("new");
});

test("a text that ends beyond the second of two loaded beginnings continues the second", () => {
  const beginnings = ["Partial", "Par"].map((text) => assistant("m3", text));
  const messages = [user("u1"), ...beginnings];
  const snapshot = createSnapshot({ threadId: "t1", messages });
  const candidates = snapshot.messages.slice(1).map((message) => ({ message }));
  const stream = { ...pending("text", "m3"), candidates };
  const sent = matchStream(stream, content("Part", undefined, "m3"), snapshot);
  expect(sent.kind).toBe("undecided");
  const match = matchStream(sent.stream, { ...end, messageId: "m3" } as Event, snapshot);
  expect(match).toMatchObject({ kind: "repeats", loaded: { message: { content: "Par" } } });
});

test("a text that extends a loaded text of an earlier turn is new", () => {
  const match = matchAll(pending("text", "m1"), content("Hello. And"));
  expect(match.kind).toBe("new");
});
