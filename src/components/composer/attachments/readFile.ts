import type { PartSource } from "../../../protocol/events.ts";
import type { MediaContentPart } from "../../settings/transcriptProps.ts";
import type { UploadFile } from "./options.ts";
import type { MediaKind } from "./useAcceptedKinds.ts";

/** What the endings of names stand for; any other is a file. */
const EXTENSIONS: readonly (readonly [MediaKind, RegExp])[] = [
  ["image", /\.(avif|bmp|gif|hei[cf]|ico|jfif|jpe?g|png|svg|tiff?|webp)$/i],
  ["audio", /\.(aac|aiff?|flac|m4a|mid|mp3|oga|ogg|opus|wav|weba)$/i],
  ["video", /\.(3gp|avi|m4v|mkv|mov|mp4|mpe?g|ogv|webm)$/i],
  ["pdf", /\.pdf$/i],
];

/** What a file is to an agent, by its media type; by its name where the browser knows none. */
export function mediaKindOf({
  type,
  name = "",
}: Pick<Blob, "type"> & { readonly name?: string }): MediaKind {
  const [family] = type.split("/");
  if (family === "image" || family === "audio" || family === "video") return family;
  if (type === "application/pdf") return "pdf";
  return (type === "" && EXTENSIONS.find(([, pattern]) => pattern.test(name))?.[0]) || "file";
}

/** What a file is in a message. */
export function partTypeOf(file: Blob): MediaContentPart["type"] {
  const kind = mediaKindOf(file);
  return kind === "pdf" || kind === "file" ? "document" : kind;
}

/** The part of a message that carries a file. */
export function toMediaPart(file: File, source: PartSource): MediaContentPart {
  return { type: partTypeOf(file), source, metadata: { filename: file.name } };
}

/** Reads a file, to be sent inside of the message; rejects where it cannot be read. */
export const readFile: UploadFile = async (file, { signal, onProgress }) => {
  const dataUrl = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.onabort = () => reject(signal.reason);
    reader.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    // What comes of it nobody waits for any more.
    signal.addEventListener("abort", () => reader.abort(), { once: true });
    reader.readAsDataURL(file);
  });
  return {
    type: "data",
    value: dataUrl.slice(dataUrl.indexOf(",") + 1),
    // Without what follows it, as the codecs of a recording.
    mimeType: file.type.split(";", 1)[0] || "application/octet-stream",
  };
};
