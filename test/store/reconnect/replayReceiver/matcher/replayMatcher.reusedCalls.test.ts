import { expect, test } from "vitest";
import { type EventInput, findToolCall, type Message } from "../../../../../src/core.ts";
import { call, calls, messages, user } from "../../../../reducer/events.ts";
import { runEvents, runWithInput } from "../../../../support/runEvents.ts";
import { connectTo } from "./connectTo.ts";

const calling = (name: string, args: string): Message => ({
  id: "c0",
  role: "assistant",
  toolCalls: [{ id: "c0", type: "function", function: { name, arguments: args } }],
});
const answer = (id: string, content: string): Message => ({
  id,
  role: "tool",
  toolCallId: "c0",
  content,
});
const answeredCall = (args: string, content: string, messageId: string) => [
  ...calls("c0", "search", args),
  call.result("c0", content, { messageId }),
];

/** Connects a fresh thread, and returns its questions and calls in their order, each call with its result. */
async function connect(...events: readonly EventInput[]) {
  const snapshot = await connectTo(events);
  return snapshot.messages.flatMap((message) => {
    if (message.role === "user") return [message.content];
    const made = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    return made.map(({ id, function: { name } }) =>
      [name, findToolCall(snapshot, id)?.result?.content].join(" "),
    );
  });
}

test("separates a call from one under its id that only a snapshot of an earlier run has stated", async () => {
  const shown = await connect(
    ...runEvents(
      "r1",
      messages([
        user("u1", "Go"),
        calling("ask", "{}"),
        answer("t1", "yes"),
        calling("ask", '{"again":true}'),
      ]),
    ),
    ...runEvents("r2", ...answeredCall("{}", "found", "t2")),
  );
  expect(shown).toEqual(["Go", "ask yes", "ask ", "search found"]);
});

test("keeps a repeated question whose call has the id and the content of the call before", async () => {
  const first = [user("u1", "Go"), calling("search", "{}"), answer("t1", "one")];
  const second = [user("u2", "Yes"), calling("search", '{"n":2}'), answer("t1", "two")];
  const shown = await connect(
    ...runWithInput("r1", [user("u1", "Go")], ...answeredCall("{}", "one", "t1")),
    ...runWithInput("r2", [user("u2", "Yes")], ...answeredCall('{"n":2}', "two", "t1")),
    ...runWithInput(
      "r3",
      [user("u3", "Yes")],
      messages([...first, ...second, user("u3", "Yes")]),
      ...answeredCall('{"n":2}', "two", "t1"),
    ),
  );
  expect(shown).toEqual(["Go", "search one", "Yes", "search two", "Yes", "search two"]);
});
