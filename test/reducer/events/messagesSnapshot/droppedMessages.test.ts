import { describe, expect, test } from "vitest";
import type { Message, Snapshot } from "../../../../src/core.ts";
import { appendMessages } from "../../../../src/reducer/messageUpdates.ts";
import { beginRun } from "../../../../src/reducer/runUpdates.ts";
import {
  assistant,
  call,
  calls,
  finished,
  messages,
  started,
  text,
  textMessage,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";
import { messageIdsOf, resultMessage, withCalls } from "../statedMessages.ts";

/** Sends a question, as a thread does whose page has the tool `search`. */
function ask(before: Snapshot, id: string): Snapshot {
  const run = { runId: `sent-${id}`, toolNames: ["search"], at: 1 };
  return beginRun(appendMessages(before, [user(id)]), run);
}

const question = user("u1");
const answer = assistant("a1", "Yes");
const renamedAnswer = assistant("stored-a1", "Yes");

/** A run whose answer has ended, and whose server has stated the conversation without that answer. */
const dropped = reduce(
  ask(thread(), "u1"),
  started(),
  ...textMessage("a1", "Yes"),
  messages([question]),
);

describe("a text that a snapshot has dropped and a later snapshot states again", () => {
  test("is dropped at first", () => {
    expect(messageIdsOf(dropped)).toEqual(["u1"]);
  });

  test.each([[answer], [renamedAnswer]])(
    "comes before a call that the later snapshot lacks: $id",
    (restated) => {
      const stated = messages([question, restated]);
      const snapshot = reduce(dropped, ...calls("c", "search"), stated, finished());
      expect(messageIdsOf(snapshot)).toEqual(["u1", restated.id, "c"]);
      expect(snapshot.run.pendingToolCallIds).toEqual(["c"]);
    },
  );

  test("leaves no call when the later snapshot states something else after it", () => {
    const stated = messages([question, answer, assistant("a2", "No.")]);
    const snapshot = reduce(dropped, ...calls("c", "search"), stated, finished());
    expect(messageIdsOf(snapshot)).toEqual(["u1", "a1", "a2"]);
  });

  test.each([[answer], [renamedAnswer]])(
    "comes before the next question when the later snapshot lacks that question: $id",
    (restated) => {
      const next = ask(reduce(dropped, finished()), "u2");
      const stated = messages([question, restated]);
      expect(messageIdsOf(reduce(next, started("r2"), stated))).toEqual(["u1", restated.id, "u2"]);
    },
  );

  test.each([[answer], [renamedAnswer]])(
    "is no part of the next answer that begins alike: $id",
    (restated) => {
      const next = ask(reduce(dropped, finished()), "u2");
      const open = [text.start("a2"), text.content("a2", "Y")];
      const stated = messages([question, restated]);
      const later = [text.content("a2", "ou too"), text.end("a2")];
      const snapshot = reduce(next, started("r2"), ...open, stated, ...later);
      expect(snapshot.messages).toEqual([
        question,
        restated,
        user("u2"),
        assistant("a2", "You too"),
      ]);
    },
  );

  test("comes before the next question together with the calls that were dropped", () => {
    const searched: Message[] = [question, withCalls("m", "c"), resultMessage("t", "c")];
    const before = reduce(
      ask(thread(), "u1"),
      started(),
      ...calls("c", "search", "{}", { parentMessageId: "m" }),
      call.result("c", "found", { messageId: "t" }),
      ...textMessage("a1", "Yes"),
      messages([question]),
      finished(),
    );
    const next = reduce(ask(before, "u2"), started("r2"), messages([...searched, answer]));
    expect(messageIdsOf(next)).toEqual(["u1", "m", "t", "a1", "u2"]);
  });
});
