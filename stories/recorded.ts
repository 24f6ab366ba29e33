import type { EventInput, Message } from "../src/protocol/events.ts";

/** The events of a recorded answer: a file of `test/fixtures/recordings`, imported as `….sse?raw`. */
export function eventsOf(recording: string): EventInput[] {
  return recording.split(/\r?\n/).flatMap((line) =>
    // It is what a server sent, and has been read by the tests of the recordings.
    line.startsWith("data:") ? (JSON.parse(line.slice("data:".length)) as EventInput) : [],
  );
}

/** The events of a recorded answer up to the last of a type, and that one too. */
export function eventsUpTo(type: EventInput["type"], recording: string): EventInput[] {
  const events = eventsOf(recording);
  return events.slice(0, events.findLastIndex((event) => event.type === type) + 1);
}

/** What had been said when a recorded run began: the messages of its `….request.json`. */
export function saidIn({ body }: { readonly body: { readonly messages: unknown } }): Message[] {
  // It is what a client sent, of which the compiler has lost what its words may be.
  return body.messages as Message[];
}

/** The text of a recorded answer, as it was streamed. */
export function textOf(events: readonly EventInput[]): string {
  return events.map((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? event.delta : "")).join("");
}
