import type { EventInput } from "../src/protocol/events.ts";

/** The events of a recorded answer: a file of `test/fixtures/recordings`, imported as `….sse?raw`. */
export function eventsOf(recording: string): EventInput[] {
  return recording.split(/\r?\n/).flatMap((line) =>
    // It is what a server sent, and has been read by the tests of the recordings.
    line.startsWith("data:") ? (JSON.parse(line.slice("data:".length)) as EventInput) : [],
  );
}
