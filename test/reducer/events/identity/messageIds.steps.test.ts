import { expect, test } from "vitest";
import { beginReplay } from "../../../../src/reducer/runUpdates.ts";
import { call, finished, started, textMessage } from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

test("a text is one message around the result of an unknown call, also in a replay", () => {
  const answer = call.result("unknown", "found", { messageId: "t" });
  const parts = [...textMessage("0", "one"), answer, ...textMessage("0", "two")];
  const run = [started(), ...parts, finished()];
  for (const [at] of run.entries()) {
    const cut = reduce(thread(), ...run.slice(0, at));
    const attached = beginReplay(cut, { runId: "connection", toolNames: [], at: 1 });
    const { messages } = reduce(attached, ...run);
    expect(messages.map(({ content }) => content)).toEqual(["onetwo", "found"]);
  }
});
