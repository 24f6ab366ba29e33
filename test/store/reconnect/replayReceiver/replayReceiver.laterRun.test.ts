import { expect, test } from "vitest";
import { createThread } from "../../../../src/core.ts";
import { assistant, user } from "../../../reducer/events.ts";
import { assistantText, runEvents } from "../../../support/runEvents.ts";
import { cuttableAgent } from "../cuttableAgent.ts";

test.each([
  { cutIn: "the first run", at: 3 },
  { cutIn: "the second run", at: 7 },
])(
  "a run after a replayed one makes a new message under a loaded id, when $cutIn was cut",
  async ({ at }) => {
    const events = [
      ...runEvents("r1", ...assistantText("One", "m1")),
      ...runEvents("r2", ...assistantText("Two", "m0")),
    ];
    const thread = createThread({
      threadId: "t1",
      reconnect: { firstMs: 0 },
      initialMessages: [user("u0", "Hi"), assistant("m0", "Hello."), user("u1", "And now?")],
      agent: cuttableAgent(events, { cuts: [{ at, how: "broken" }], manner: "from the start" }),
    });
    await thread.run();
    const { messages, issues } = thread.getSnapshot();
    expect(messages.map(({ content }) => content)).toEqual([
      "Hi",
      "Hello.",
      "And now?",
      "One",
      "Two",
    ]);
    expect(issues).toEqual([]);
  },
);
