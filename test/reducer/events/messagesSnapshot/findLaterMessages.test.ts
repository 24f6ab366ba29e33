import { expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";
import {
  activity,
  assistant,
  finished,
  messages,
  reasoning,
  started,
  textMessage,
  user,
} from "../../events.ts";
import { messageIdsOf } from "../statedMessages.ts";

/** Creates the messages of ids whose first letters name their roles. */
const list = (ids: string): Message[] =>
  ids.split(" ").map((id): Message => {
    if (/^(x-)?u/.test(id)) return user(id, `Question ${id.replace("x-", "")}`);
    if (id.startsWith("r")) return { id, role: "reasoning", content: `Reasoning ${id}` };
    if (id.startsWith("p"))
      return { id, role: "activity", activityType: "PLAN", content: { of: id } };
    return assistant(id, `Answer ${id}`);
  });

/** Creates the events of a run: content by its ids, `[u1 a1]` for a snapshot, and `<u1>` for its input. */
function run(runId: string, content: string): EventInput[] {
  const [, input] = content.match(/<(.*?)>/) ?? [];
  const echo = { threadId: "t", runId, messages: list(input ?? ""), tools: [], context: [] };
  const parts = content.replace(/<.*?>/, "").match(/\[.*?\]|[\w-]+/g) ?? [];
  return [
    started(runId, input === undefined ? {} : { input: { ...echo, state: {} } }),
    ...parts.flatMap((part): EventInput[] => {
      if (part.startsWith("[")) return [messages(list(part.slice(1, -1)))];
      if (part.startsWith("p")) return [activity.snapshot(part, { of: part })];
      if (part.startsWith("r"))
        return [
          reasoning.start(part),
          reasoning.content(part, `Reasoning ${part}`),
          reasoning.end(part),
        ];
      return textMessage(part, `Answer ${part.replace("x-", "")}`);
    }),
    finished(),
  ];
}

const THREAD = "u1 r1 a1 u2 r2 p2 a2";

/** A conversation, the content of the runs that the server replays, and the conversation after them. */
type Row = [condition: string, loaded: string, runs: readonly string[], expected: string];

test.each<Row>([
  ["end with snapshots", THREAD, ["<u1> r1 a1 [u1 a1]", "<u2> r2 p2 a2 [u1 a1 u2 a2]"], THREAD],
  ["begin with snapshots", THREAD, ["[u1] r1 a1", "[u1 a1 u2] r2 p2 a2"], THREAD],
  [
    "send no input, and only the first one a snapshot",
    THREAD,
    ["r1 a1 [u1 a1]", "r2 p2 a2"],
    THREAD,
  ],
  [
    "send a snapshot before their last text",
    "u1 a1 b1 u2 a2",
    ["a1 [u1 a1] b1", "a2"],
    "u1 a1 b1 u2 a2",
  ],
  [
    "send a snapshot of the question before their content",
    "u1 a1 r1 b1",
    ["[u1] a1 r1 b1"],
    "u1 a1 r1 b1",
  ],
  [
    "send a snapshot between two texts, and reasoning after it",
    "u1 a1 r1 b1",
    ["a1 [u1 a1] r1 b1"],
    "u1 a1 r1 b1",
  ],
  [
    "send snapshots, and continue in another run",
    "u1 a1 b1",
    ["a1 [u1 a1]", "[u1 a1] b1"],
    "u1 a1 b1",
  ],
  ["send nothing but a snapshot", "u1 a1 u2 a2", ["[u1 a1 u2]"], "u1 a1 u2"],
  [
    "repeat a part of an answer, and then send another text",
    "u1 a1 b1 c1",
    ["[u1] a1 d1"],
    "u1 a1 d1",
  ],
  [
    "echo the first question under another id",
    "u1 a1 u2 a2",
    ["<x-u1> a1", "<u1 a1 u2> a2 [u1 a1 u2 a2]"],
    "u1 a1 u2 a2",
  ],
  ["stream the texts under other ids", "u1 a1 u2 a2", ["x-a1 [u1 a1]"], "u1 a1 u2 a2"],
  [
    "have reasoning that was not loaded",
    "u1 a1 u2 a2",
    ["<u1> r1 a1 [u1 a1]", "<u2> r2 a2 [u1 a1 u2 a2]"],
    "u1 r1 a1 u2 r2 a2",
  ],
  [
    "have another question after the first reply",
    "u1 a1 u2 a2",
    ["<u1> a1 [u1 a1]", "<u3> a3 [u1 a1 u3 a3]"],
    "u1 a1 u3 a3",
  ],
  ["answer the last question again", "u1 a1 u2 a2", ["<u1 a1 u2> [u1 a1 u2] b2"], "u1 a1 u2 b2"],
  [
    "remove the later turn after an answer of their own",
    "u1 a1 u2 a2",
    ["<u3> a3 [u1 a1]"],
    "u1 a1",
  ],
])("a loaded thread is right after runs that %s", async (_, loaded, runs, expected) => {
  const thread = createThread({
    initialMessages: list(loaded),
    agent: {
      async *run() {},
      async *connect() {
        yield* runs.flatMap((content, index) => run(`run-${index}`, content));
      },
    },
  });
  await thread.connect();
  expect(messageIdsOf(thread.getSnapshot()).join(" ")).toBe(expected);
});
