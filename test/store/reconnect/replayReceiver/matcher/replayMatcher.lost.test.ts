import { expect, test } from "vitest";
import { createThread } from "../../../../../src/core.ts";
import { assistant, text, user } from "../../../../reducer/events.ts";
import { runEvents } from "../../../../support/runEvents.ts";
import { cuttableAgent } from "../../cuttableAgent.ts";

test.each([2, 3, 4])(
  "deferred events are dropped when the connection breaks after %i events and the run is replayed",
  async (at) => {
    const events = runEvents(
      "r2",
      text.start("m1"),
      text.content("m1", "Hel"),
      text.content("m1", "lo."),
      text.end("m1"),
    );
    const received: string[] = [];
    const thread = createThread({
      threadId: "t1",
      reconnect: { firstMs: 0 },
      initialMessages: [user("u1", "Hi"), assistant("m1", "Hello."), user("u2", "And now?")],
      agent: cuttableAgent(events, { cuts: [{ at, how: "broken" }], manner: "from the start" }),
    });
    thread.subscribe({ onEvent: ({ type }) => void received.push(type) });
    await thread.connect();
    const { messages, issues } = thread.getSnapshot();
    expect(messages.map(({ content }) => content)).toEqual(["Hi", "Hello.", "And now?"]);
    expect(received).toEqual(events.map(({ type }) => type));
    expect(issues).toEqual([]);
  },
);
