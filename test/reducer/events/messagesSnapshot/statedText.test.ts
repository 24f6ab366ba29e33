import { describe, expect, test } from "vitest";
import type { EventInput, Message, Snapshot } from "../../../../src/core.ts";
import { beginRun } from "../../../../src/reducer/runUpdates.ts";
import {
  assistant,
  call,
  calls,
  messages,
  reasoning,
  started,
  text,
  textMessage,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";
import { messageIdsOf } from "../statedMessages.ts";

const question = user("u");
const stated = (...list: Message[]) => messages([question, ...list]);
const hello = assistant("server", "Hello");

/** Returns the ids and contents of the messages after the question. */
function answersOf({ messages: list }: Snapshot): readonly string[] {
  return list.slice(1).map(({ id, content }) => `${id}: ${content}`);
}

const run = (...events: readonly EventInput[]) =>
  reduce(thread({ messages: [question] }), started(), ...events);

/** Streams a text in parts without its start. */
const parts = (...deltas: readonly string[]) => deltas.map((delta) => text.content("m", delta));

describe("a text that a snapshot states under another id before the stream has sent it", () => {
  test("is one message after 32 stated texts that the next snapshot drops", () => {
    const others = Array.from({ length: 32 }, (_, at) => assistant(`d${at}`, `Draft ${at}`));
    const snapshot = run(stated(...others), stated(hello), ...textMessage("m", "Hello"));
    expect(answersOf(snapshot)).toEqual(["server: Hello"]);
  });

  test.each<[string, EventInput[]]>([
    ["before its start", [stated(hello), text.start("m"), ...parts("He", "llo")]],
    ["after its start", [text.start("m"), stated(hello), ...parts("He", "llo")]],
    ["twice", [stated(hello), text.start("m"), ...parts("He"), stated(hello), ...parts("llo")]],
    [
      "in part before its start",
      [stated(assistant("server", "He")), text.start("m"), ...parts("Hello")],
    ],
    [
      "in part after more of it was sent",
      [text.start("m"), ...parts("Hell"), stated(assistant("server", "He")), ...parts("o")],
    ],
  ])("is shown once when the snapshot has it %s", (_, events) => {
    const snapshot = run(...events, text.end("m"));
    expect(answersOf(snapshot)).toEqual(["server: Hello"]);
    expect(reduce(snapshot, stated(hello)).messages).toBe(snapshot.messages);
  });

  test("is shown once in reasoning", () => {
    const thought: Message = { id: "server", role: "reasoning", content: "Hm." };
    const events = [reasoning.start("r"), reasoning.content("r", "Hm.")];
    expect(answersOf(run(stated(thought), ...events))).toEqual(["server: Hm."]);
  });

  test("is bound to the stated message that has it, of several", () => {
    const snapshot = run(
      stated(assistant("s1", "Here"), assistant("s2", "Hello"), assistant("s3", "Bye")),
      text.start("m"),
      ...parts("He", "llo"),
      ...textMessage("n", "Bye"),
    );
    expect(answersOf(snapshot)).toEqual(["s1: Here", "s2: Hello", "s3: Bye"]);
  });
});

test("a text is shown once when the snapshot also has its question in other words", () => {
  const ahead = messages([user("stored", "Good day"), hello]);
  expect(answersOf(run(ahead, ...textMessage("m", "Hello")))).toEqual(["server: Hello"]);
});

test("a text is shown once when a snapshot under another id lacks the call that follows it", () => {
  const calling = call.start("c", "search", { parentMessageId: "m" });
  const snapshot = run(...textMessage("m", "Hello"), calling, stated(hello), call.args("c", "{}"));
  expect(snapshot.messages.slice(1)).toMatchObject([{ ...hello, toolCalls: [{ id: "c" }] }]);
});

test("a text that an older snapshot states in part under another id stays before the call and the text after it", () => {
  const asked = beginRun(thread({ messages: [question] }), {
    runId: "r",
    toolNames: ["page"],
    at: 1,
  });
  const older = stated(assistant("server", "T"));
  const events = [...textMessage("m", "The"), ...calls("c", "page"), older];
  const snapshot = reduce(asked, started("r"), ...events);
  const [, beginning, caller] = snapshot.messages;
  expect(messageIdsOf(snapshot)).toEqual(["u", "server", "c"]);
  const next = reduce(snapshot, ...textMessage("n", "Then"));
  expect(next.messages.slice(1)).toEqual([beginning, caller, assistant("n", "Then")]);
});

test("a text that has ended is the stated one that has all of it", () => {
  const both = stated(assistant("s1", "H"), assistant("s2", "Hi"));
  const snapshot = run(...textMessage("m", "Hi"), both, ...textMessage("n", "H"));
  expect(answersOf(snapshot)).toEqual(["s1: H", "s2: Hi"]);
});

describe("a text that differs from the one that a snapshot states", () => {
  test.each<[string, EventInput[]]>([
    ["at once", [stated(hello), text.start("m"), ...parts("Hi", "!")]],
    ["after a part", [stated(hello), text.start("m"), ...parts("H", "i!")]],
    [
      "after a part that was sent before",
      [text.start("m"), ...parts("H"), stated(hello), ...parts("i!")],
    ],
  ])("is a message of its own when it differs %s", (_, events) => {
    expect(answersOf(run(...events))).toEqual(["server: Hello", "m: Hi!"]);
  });

  test("has an id of its own when reasoning has taken the id meanwhile", () => {
    const begun = [text.start("m"), ...parts("H"), stated(hello)];
    const snapshot = run(
      ...begun,
      reasoning.start("m"),
      reasoning.content("m", "Hm"),
      ...parts("i!"),
    );
    expect(answersOf(snapshot)).toEqual(["server: Hello", "m: Hm", "m_assistant: Hi!"]);
    expect(snapshot.messages.at(-1)?.metadata).toEqual({ "agui-kit.id": "m" });
  });

  test("leaves the stated message to a later stream", () => {
    const events = [stated(hello), ...textMessage("m", "Hi"), ...textMessage("n", "Hello")];
    expect(answersOf(run(...events))).toEqual(["server: Hello", "m: Hi"]);
  });

  test("leaves the stated message to a later stream when it differs after a part", () => {
    const first = [text.start("m"), ...parts("H", "i"), text.end("m")];
    const events = [stated(hello), ...first, ...textMessage("n", "Hello")];
    expect(answersOf(run(...events))).toEqual(["server: Hello", "m: Hi"]);
  });

  test("is not bound to a message of another sub-agent", () => {
    const other: Message = { ...hello, subagentRunId: "s" };
    expect(answersOf(run(stated(other), ...textMessage("m", "Hello")))).toEqual([
      "server: Hello",
      "m: Hello",
    ]);
  });
});

test("content after the end of a text is added to the longer text of a snapshot", () => {
  const longer = stated(assistant("m", "Hi!"));
  expect(answersOf(run(...textMessage("m", "Hi"), longer, ...parts("!")))).toEqual(["m: Hi!!"]);
});
