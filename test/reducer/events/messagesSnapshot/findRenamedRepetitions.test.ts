import { expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { runEvents, runWithInput } from "../../../support/runEvents.ts";
import { assistant, messages, user } from "../../events.ts";

const chunk = (messageId: string, delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CHUNK",
  messageId,
  delta,
});

const u1 = user("u1", "Ready?");
const s2 = assistant("s2", "Done.");
const u3 = user("u3", "And now?");

/** A loaded conversation, the events that the server replays, and the texts after them. */
type Row = [condition: string, loaded: Message[], events: EventInput[], expected: string[]];

test.each<Row>([
  [
    "streams the loaded reply under another id and states it at its end",
    [u1, s2],
    runEvents("r1", chunk("m1", "Done."), messages([u1, s2])),
    ["Ready?", "Done."],
  ],
  [
    "continues the reply after the snapshot",
    [u1, s2],
    runEvents("r1", chunk("m1", "Done."), messages([u1, s2]), chunk("m1", " Or not.")),
    ["Ready?", "Done. Or not."],
  ],
  [
    "answers a new question as the one before",
    [u1, s2, u3],
    runEvents("r2", chunk("m1", "Done."), messages([u1, s2, u3])),
    ["Ready?", "Done.", "And now?", "Done."],
  ],
  [
    "echoes the loaded question under another id and states it at its end",
    [u1, s2],
    runWithInput("r1", [user("x1", "Ready?")], chunk("m1", "Done."), messages([u1, s2])),
    ["Ready?", "Done."],
  ],
  [
    "echoes a new question that its snapshot lacks",
    [u1, s2],
    runWithInput("r2", [user("x1", "And now?")], messages([u1, s2]), chunk("m1", "Yes.")),
    ["Ready?", "Done.", "And now?", "Yes."],
  ],
])("a loaded thread is right after a run that %s", async (_, loaded, events, expected) => {
  const thread = createThread({
    initialMessages: loaded,
    agent: {
      async *run() {},
      async *connect() {
        yield* events;
      },
    },
  });
  await thread.connect();
  expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual(expected);
});
