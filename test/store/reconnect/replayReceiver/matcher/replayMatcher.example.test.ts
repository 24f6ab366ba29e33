import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../../src/core.ts";
import { assistant, text, user } from "../../../../reducer/events.ts";
import { runEvents } from "../../../../support/runEvents.ts";

const LOADED: readonly Message[] = [
  user("u1", "Hi"),
  assistant("m1", "Hello."),
  user("u2", "And now?"),
];

/**
 * Connects the thread of the example to a run that streams text as `m1`.
 *
 * @returns The text of the conversation, and the number of messages and the received events after each event.
 */
async function connect(...deltas: readonly string[]) {
  const contents = deltas.map((delta) => text.content("m1", delta));
  return connectTo(runEvents("r2", text.start("m1"), ...contents, text.end("m1")));
}

async function connectTo(events: readonly EventInput[]) {
  const received: string[] = [];
  const progress: [type: string, receivedCount: number][] = [];
  const thread = createThread({
    threadId: "t1",
    initialMessages: LOADED,
    agent: {
      async *run() {},
      async *connect() {
        for (const event of events) {
          yield event;
          progress.push([event.type, received.length]);
        }
      },
    },
  });
  thread.subscribe({ onEvent: ({ type }) => void received.push(type) });
  await thread.connect();
  const conversation = thread.getSnapshot().messages.map(({ content }) => content);
  return { conversation, progress };
}

describe('the example of `createReplayMatcher`: "Hi" · "Hello." (`m1`) · "And now?"', () => {
  test('a run that streams "Hello." as `m1` repeats the first reply', async () => {
    const { conversation } = await connect("Hel", "lo.");
    expect(conversation).toEqual(["Hi", "Hello.", "And now?"]);
  });

  test('a run that streams "Now what?" as `m1` answers "And now?"', async () => {
    const { conversation } = await connect("Now", " what?");
    expect(conversation).toEqual(["Hi", "Hello.", "And now?", "Now what?"]);
  });

  test('the events of `m1` are deferred until the text ends, while it is that of "Hello."', async () => {
    const { progress } = await connect("Hel", "lo.");
    expect(progress).toEqual([
      ["RUN_STARTED", 1],
      ["TEXT_MESSAGE_START", 1],
      ["TEXT_MESSAGE_CONTENT", 1],
      ["TEXT_MESSAGE_CONTENT", 1],
      ["TEXT_MESSAGE_END", 5],
      ["RUN_FINISHED", 6],
    ]);
  });

  test('the events of `m1` are deferred until the text differs from "Hello."', async () => {
    const { progress } = await connect("He", "y!", "?");
    expect(progress).toEqual([
      ["RUN_STARTED", 1],
      ["TEXT_MESSAGE_START", 1],
      ["TEXT_MESSAGE_CONTENT", 1],
      ["TEXT_MESSAGE_CONTENT", 4],
      ["TEXT_MESSAGE_CONTENT", 5],
      ["TEXT_MESSAGE_END", 6],
      ["RUN_FINISHED", 7],
    ]);
  });

  test("a run that starts while `m1` is undecided releases the events of `m1`", async () => {
    const { conversation, progress } = await connectTo([
      ...runEvents("r2", text.start("m1"), text.content("m1", "Hel")).slice(0, -1),
      ...runEvents("r3", text.start("m3"), text.content("m3", "Next."), text.end("m3")),
    ]);
    expect(conversation).toEqual(["Hi", "Hello.", "And now?", "Hel", "Next."]);
    expect(progress.slice(2, 4)).toEqual([
      ["TEXT_MESSAGE_CONTENT", 1],
      ["RUN_STARTED", 4],
    ]);
  });
});
