import { expect, test } from "vitest";
import type { EventInput, Message } from "../../../../src/core.ts";
import {
  activity,
  assistant,
  messages,
  reasoning,
  started,
  textMessage,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";
import { messageIdsOf } from "../statedMessages.ts";

const activityMessage = (id: string): Message => ({
  ...{ id, role: "activity", activityType: "PLAN", content: {} },
});

const reasoningMessage = (id: string, delta: string): EventInput[] => [
  reasoning.start(id),
  reasoning.content(id, delta),
  reasoning.end(id),
];

test.each<[string, Message[], EventInput[], string]>([
  [
    "before the reply of a run whose question was not known",
    [user("u1"), assistant("a1")],
    [...reasoningMessage("r2", "hm"), activity.snapshot("p2", {}), ...textMessage("a2", "Hi")],
    "u1 a1 u2 r2 p2 a2",
  ],
  [
    "after the reply of an earlier run",
    [user("u1"), assistant("a1"), activityMessage("p1")],
    textMessage("a2", "Hi"),
    "u1 a1 p1 u2 a2",
  ],
  [
    "before the reply where no run is known",
    [user("u1"), assistant("a1"), activityMessage("p2"), assistant("a2")],
    [],
    "u1 a1 u2 p2 a2",
  ],
  [
    "after the question of their run where no reply follows",
    [user("u1"), assistant("a1")],
    [...reasoningMessage("r2", "hm"), activity.snapshot("p2", {})],
    "u1 a1 u2 r2 p2 a2",
  ],
])("a snapshot has activities and reasoning %s", (_, local, events, expected) => {
  const list = [user("u1"), assistant("a1"), user("u2"), assistant("a2")];
  const before = thread({ messages: local });
  const merged = reduce(before, started(), ...events, messages(list));
  expect(messageIdsOf(merged).join(" ")).toBe(expected);
});
