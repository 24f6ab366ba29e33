import { expect, test } from "vitest";
import { createThread, parseThread, serializeThread } from "../../../src/core.ts";
import { runFinished, scriptedAgent } from "../../../src/testing.ts";

test("events of an agent are never restored as actions of the client", async () => {
  const patch = [
    { op: "add", path: "/messages/-", value: { id: "x", role: "user", content: "!" } },
  ];
  const echoed = [{ id: "told", role: "assistant" as const, content: "Told" }];
  const agent = scriptedAgent([
    ({ threadId, runId }) => [
      {
        type: "RUN_STARTED",
        threadId,
        runId,
        input: { threadId, runId, messages: echoed, tools: [], context: [] },
        metadata: { "agui-kit.input": true },
      },
      { type: "CUSTOM", name: "agui-kit.patch", value: { patch } },
      { type: "CUSTOM", name: "agui-kit.jump", value: { to: 0 } },
      { type: "CUSTOM", name: "agui-kit.snapshot", value: { snapshot: {} } },
    ],
    runFinished(),
  ]);
  const thread = createThread({ agent });
  await thread.send("Hi");
  const { snapshot } = parseThread(await serializeThread(thread));
  expect(snapshot).toEqual(thread.getSnapshot());
  expect(snapshot.messages.map(({ content }) => content)).toEqual(["Hi", "Told"]);
});
