import { expect, test } from "vitest";
import type { EventInput, Message } from "../../../../src/core.ts";
import { beginRun } from "../../../../src/reducer/runUpdates.ts";
import {
  assistant,
  call,
  messages,
  reasoning,
  started,
  text,
  textMessage,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";
import { messageIdsOf } from "../statedMessages.ts";

const question = user("u2", "And this?  ");
const restated = user("server", "And this?!");
const answer = textMessage("a2", "Yes");
const older = [user("x1", "Before"), assistant("x2", "Old")];

test.each<[string, Message[], EventInput[], Message[], string[]]>([
  [
    "in a longer history",
    [question],
    answer,
    [...older, restated, assistant("a2", "Yes")],
    ["x1", "x2", "server", "a2"],
  ],
  [
    "in a longer history while its answer streams",
    [question],
    answer.slice(0, 2),
    [...older, restated, assistant("a2", "Y")],
    ["x1", "x2", "server", "a2"],
  ],
  [
    "in a shortened history",
    [user("u1", "First"), assistant("a1", "Sure"), question],
    answer,
    [restated, assistant("a2", "Yes")],
    ["server", "a2"],
  ],
  [
    "after a summary of the other messages",
    [user("u0"), assistant("a0", "A"), user("u1", "First"), assistant("a1", "Sure"), question],
    answer,
    [...older, restated, assistant("a2", "Yes")],
    ["x1", "x2", "server", "a2"],
  ],
  [
    "as the last message, before the reasoning of the answer",
    [question],
    [reasoning.start("r"), reasoning.content("r", "hm"), reasoning.end("r")],
    [...older, restated],
    ["x1", "x2", "server", "r"],
  ],
])(
  "an initial question that the server states under another id and in other words is shown once %s",
  (_, initial, events, list, expected) => {
    const run = { runId: "r1", toolNames: [], at: 1 };
    const before = beginRun(thread({ messages: initial }), run);
    const after = reduce(before, started(), ...events, messages(list));
    expect(messageIdsOf(after)).toEqual(expected);
    expect(after.messages.find(({ id }) => id === "server")).toEqual(restated);
  },
);

const savings = (id: string, content: string | undefined, ...callIds: string[]): Message => ({
  id,
  role: "assistant",
  ...(content !== undefined && { content }),
  toolCalls: callIds.map((callId, at) => ({
    id: callId,
    type: "function",
    function: { name: "save", arguments: `{"at":${at}}` },
  })),
});
const open = [text.start("m"), text.content("m", "Sav")];
const saving = (at: number) => [
  call.start(`c${at}`, "save", { parentMessageId: "m" }),
  call.args(`c${at}`, `{"at":${at}}`),
];

test.each<[string, EventInput[], Message[], Message[]]>([
  [
    "fewer calls",
    [...saving(0), call.end("c0"), ...saving(1)],
    [savings("x", "Sa", "k0")],
    [savings("x", "Saving", "c0", "c1")],
  ],
  ["more calls", saving(0), [savings("x", "Sa", "k0", "k1")], [savings("x", "Saving", "c0", "k1")]],
  [
    "its call after it",
    saving(0),
    [assistant("x", "Sa"), savings("y", undefined, "c0")],
    [assistant("x", "Saving"), savings("y", undefined, "c0")],
  ],
  [
    "its call before it",
    saving(0),
    [savings("y", undefined, "c0"), assistant("x", "Sav")],
    [savings("y", undefined, "c0"), assistant("x", "Saving")],
  ],
  [
    "its call before it, under another id",
    [...saving(0), call.end("c0")],
    [savings("y", undefined, "k0"), assistant("x", "Saving")],
    [savings("y", undefined, "k0"), assistant("x", "Saving")],
  ],
])(
  "an open text that a snapshot states under another id continues with %s",
  (_, events, list, expected) => {
    const after = reduce(
      thread(),
      started(),
      ...open,
      ...events,
      messages(list),
      text.content("m", "ing"),
      text.end("m"),
    );
    expect(after.messages).toMatchObject(expected);
    expect(messageIdsOf(after)).toEqual(expected.map(({ id }) => id));
  },
);
