import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../fixtures/recordings");

/** Recorded response of a real server. */
export interface Recording {
  /** Path without the extension, for example `strands/plain-chat`. */
  readonly name: string;
  readonly format: "sse" | "proto";
  readonly bytes: Uint8Array;
}

/** Returns the recorded responses in one format, sorted by name. */
export function readRecordings(format: Recording["format"]): readonly Recording[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(`.${format}`))
    .sort()
    .map((path) => ({
      name: path.slice(0, -format.length - 1),
      format,
      bytes: readRecording(path),
    }));
}

/** Returns the exact bytes of a file, for example `encoder/all-events-1.0.0.sse`. */
export function readRecording(path: string): Uint8Array {
  return readFileSync(join(root, path));
}
