import { describe, expect, test } from "vitest";
import { type Agent, createThread } from "../../../src/core.ts";
import { contentsOfMessages } from "../../support/threadViews.ts";

const ANSWERS = ["one", "two", "three", "four"];

describe.each([
  ["an id of its own", () => "run-1"],
  ["the id of the first request", (requestedIds: readonly string[]) => requestedIds[0] ?? ""],
])("a server that uses one run id, %s, for all runs", (_, chooseId) => {
  test("has an answer of its own in each run, also in one without a message", async () => {
    const requestedIds: string[] = [];
    const agent: Agent = {
      async *run({ threadId, runId }) {
        requestedIds.push(runId);
        const ids = { threadId, runId: chooseId(requestedIds) };
        const delta = ANSWERS[requestedIds.length - 1] ?? "";
        yield { type: "RUN_STARTED", ...ids };
        yield { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta };
        yield { type: "RUN_FINISHED", ...ids };
      },
    };
    const thread = createThread({ agent });
    await thread.send("q1");
    await thread.send("q2");
    await thread.run();
    await thread.run();
    expect(contentsOfMessages(thread.getSnapshot())).toEqual([
      "q1",
      "one",
      "q2",
      "two",
      "three",
      "four",
    ]);
  });
});
