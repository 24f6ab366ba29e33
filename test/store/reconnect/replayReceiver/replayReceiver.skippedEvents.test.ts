import { expect, test } from "vitest";
import { createThread } from "../../../../src/core.ts";
import { assistantText, runEvents } from "../../../support/runEvents.ts";
import { cuttableAgent, MANNERS } from "../cuttableAgent.ts";

test.each(MANNERS)(
  "a known run is skipped again when the connection is cut in it and replayed %s",
  async (manner) => {
    const initialRun = runEvents("r0", ...assistantText("One", "m0"));
    const events = [...initialRun, ...runEvents("r1", ...assistantText("Two", "m1"))];
    const thread = createThread({
      threadId: "t1",
      reconnect: { firstMs: 1 },
      agent: {
        ...cuttableAgent(events, { cuts: [{ at: 2, how: "broken" }], manner }),
        async *run() {
          yield initialRun;
        },
      },
    });
    await thread.send("Hi");
    await thread.connect();
    const { messages, issues } = thread.getSnapshot();
    expect(messages.map(({ content }) => content)).toEqual(["Hi", "One", "Two"]);
    expect(issues).toEqual([]);
  },
);
