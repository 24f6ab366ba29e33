import type { EventInput, Message } from "../src/protocol/events.ts";

/** Returns the events of a recorded answer: a file of `test/fixtures/recordings`, imported as `….sse?raw`. */
export function eventsOf(recording: string): EventInput[] {
  return recording.split(/\r?\n/).flatMap((line) =>
    // The cast is safe because the tests of the recordings validate these files.
    line.startsWith("data:") ? (JSON.parse(line.slice("data:".length)) as EventInput) : [],
  );
}

/** Returns the events of a recorded answer up to and including the last event of a type. */
export function eventsUpTo(type: EventInput["type"], recording: string): EventInput[] {
  const events = eventsOf(recording);
  return events.slice(0, events.findLastIndex((event) => event.type === type) + 1);
}

/** Returns the messages of a recorded request (`….request.json`). */
export function messagesOf({ body }: { readonly body: { readonly messages: unknown } }): Message[] {
  // The JSON import widens literal types, so the compiler cannot match the union of messages.
  return body.messages as Message[];
}

/** Returns the text that a recorded answer streamed. */
export function textOf(events: readonly EventInput[]): string {
  return events.map((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? event.delta : "")).join("");
}
