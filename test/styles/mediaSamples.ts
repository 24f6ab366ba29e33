import type { MediaContentPart } from "../../src/components/settings/transcriptPartProps.ts";
import { wav, wavBase64 } from "../components/composer/attachments/attachFiles.tsx";

/** Creates the data URL of an image of this size, in CSS pixels. */
export function imageDataUrl(width: number, height: number): string {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  return canvas.toDataURL("image/png");
}

/** Creates an image part of this size, in CSS pixels. */
export function imagePart(width: number, height: number, filename: string): MediaContentPart {
  const [, value = ""] = imageDataUrl(width, height).split(",");
  const source = { type: "data", mimeType: "image/png", value } as const;
  return { type: "image", source, metadata: { filename } };
}

/** Creates the data URL of a WAV file with this many seconds of silence. */
export function wavDataUrl(seconds: number): string {
  const binary = Array.from(wav(8000 * seconds), (byte) => String.fromCharCode(byte)).join("");
  return `data:audio/wav;base64,${btoa(binary)}`;
}

/** A part of each media type. Only the video has a remote address. */
export const mediaParts: MediaContentPart[] = [
  imagePart(900, 300, "wide.png"),
  {
    type: "audio",
    source: { type: "data", mimeType: "audio/wav", value: wavBase64 },
    metadata: { filename: "tone.wav" },
  },
  {
    type: "video",
    source: { type: "url", value: "https://cdn.example.com/film.mp4" },
    metadata: { filename: "film.mp4" },
  },
  {
    type: "document",
    source: { type: "data", mimeType: "application/pdf", value: "JVBERi0=" },
    metadata: { filename: "terms.pdf" },
  },
];
