import type { PartSource } from "../../../protocol/events.ts";
import type { MediaContentPart } from "../../settings/transcriptPartProps.ts";
import type { UploadFile } from "./attachmentOptions.ts";
import type { MediaKind } from "./useAcceptedKinds.ts";

/** Kinds by file name extension. Other extensions are of the kind `file`. */
const EXTENSIONS: readonly (readonly [MediaKind, RegExp])[] = [
  ["image", /\.(avif|bmp|gif|hei[cf]|ico|jfif|jpe?g|png|svg|tiff?|webp)$/i],
  ["audio", /\.(aac|aiff?|flac|m4a|mid|mp3|oga|ogg|opus|wav|weba)$/i],
  ["video", /\.(3gp|avi|m4v|mkv|mov|mp4|mpe?g|ogv|webm)$/i],
  ["pdf", /\.pdf$/i],
];

/** Returns the kind of a file by its media type, or by its name when the browser knows no type. */
export function mediaKindOf({
  type,
  name = "",
}: Pick<Blob, "type"> & { readonly name?: string }): MediaKind {
  const [family] = type.split("/");
  if (family === "image" || family === "audio" || family === "video") return family;
  if (type === "application/pdf") return "pdf";
  return (type === "" && EXTENSIONS.find(([, pattern]) => pattern.test(name))?.[0]) || "file";
}

/** Returns the type of the content part for a file. */
export function partTypeOf(file: Blob): MediaContentPart["type"] {
  const kind = mediaKindOf(file);
  return kind === "pdf" || kind === "file" ? "document" : kind;
}

/** Returns the content part that carries a file. */
export function toMediaPart(file: File, source: PartSource): MediaContentPart {
  return { type: partTypeOf(file), source, metadata: { filename: file.name } };
}

/** Reads a file as Base64 data for the message. Rejects when the browser cannot read the file. */
export const readFile: UploadFile = async (file, { signal, onProgress }) => {
  const dataUrl = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.onabort = () => reject(signal.reason);
    reader.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    signal.addEventListener("abort", () => reader.abort(), { once: true });
    reader.readAsDataURL(file);
  });
  return {
    type: "data",
    value: dataUrl.slice(dataUrl.indexOf(",") + 1),
    // Drops parameters, such as the codecs of a recording.
    mimeType: file.type.split(";", 1)[0] || "application/octet-stream",
  };
};
