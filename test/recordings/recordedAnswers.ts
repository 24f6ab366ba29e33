import { existsSync, readFileSync } from "node:fs";
import type { Message, RunAgentInput } from "../../src/protocol/events.ts";
import { type Recording, readRecordings } from "../support/recordings.ts";

const root = new URL("../fixtures/recordings/", import.meta.url);

/** Recorded answer with its request and the state of the reference client afterwards. */
export interface RecordedAnswer extends Recording {
  /** Body of the request; absent when the request was not recorded. */
  readonly request: RunAgentInput | undefined;
  readonly client: { readonly messages: readonly Message[]; readonly state: unknown } | undefined;
}

function readJson(path: string): unknown {
  const url = new URL(path, root);
  return existsSync(url) ? JSON.parse(readFileSync(url, "utf8")) : undefined;
}

/** Returns every recorded answer in one format, sorted by name. */
export function readRecordedAnswers(format: Recording["format"]): readonly RecordedAnswer[] {
  return readRecordings(format).map((recording) => {
    // The recorder wrote these two files in these two shapes.
    const request = readJson(`${recording.name}.request.json`) as { body: RunAgentInput };
    const client = readJson(`${recording.name}.client.json`) as RecordedAnswer["client"];
    return { ...recording, request: request?.body, client };
  });
}

/** Returns a recorded answer, for example `strands/plain-chat`. */
export function readRecordedAnswer(
  name: string,
  format: Recording["format"] = "sse",
): RecordedAnswer {
  const found = readRecordedAnswers(format).find((recording) => recording.name === name);
  if (!found) throw new Error(`there is no recording ${name}.${format}`);
  return found;
}
