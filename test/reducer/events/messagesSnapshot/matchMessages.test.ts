import { expect, test } from "vitest";
import type { EventInput, Message } from "../../../../src/core.ts";
import { beginRun } from "../../../../src/reducer/runUpdates.ts";
import { assistant, messages, reasoning, started, textMessage, user } from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";
import { idsOf } from "../statedMessages.ts";

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
    expect(idsOf(after)).toEqual(expected);
    expect(after.messages.find(({ id }) => id === "server")).toEqual(restated);
  },
);
