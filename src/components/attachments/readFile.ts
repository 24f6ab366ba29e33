import type { MediaContentPart } from "../parts.ts";
import type { MediaKind } from "./accepted.ts";

/** More than that, as text in a request, is refused by most servers. */
export const MAX_BYTES = 20 * 2 ** 20;

/** What an `accept` attribute says for each kind; `file` needs none. */
const TYPES = { image: "image/*", audio: "audio/*", video: "video/*", pdf: "application/pdf" };

/** The value of `accept` for a file field; `undefined` lets the person choose anything. */
export function acceptOf(kinds: readonly MediaKind[]): string | undefined {
  const types = kinds.map((kind) => kind !== "file" && TYPES[kind]);
  return types.every((type) => type !== false) ? types.join() : undefined;
}

/** What a file is to an agent, by its media type. */
export function kindOf({ type }: Blob): MediaKind {
  const [family] = type.split("/");
  if (family === "image" || family === "audio" || family === "video") return family;
  return type === "application/pdf" ? "pdf" : "file";
}

/** Reads a file into the part of a message that carries it; rejects where it cannot be read. */
export async function readFile(file: File): Promise<MediaContentPart> {
  const kind = kindOf(file);
  const address = await readAddress(file);
  return {
    type: kind === "pdf" || kind === "file" ? "document" : kind,
    source: {
      type: "data",
      value: address.slice(address.indexOf(",") + 1),
      // Without what follows it, as the codecs of a recording.
      mimeType: file.type.split(";", 1)[0] || "application/octet-stream",
    },
    metadata: { filename: file.name },
  };
}

function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
