import type { MediaContentPart } from "../../../src/components/settings/transcriptProps.ts";
import { toneData } from "../composer/attachments/attachFiles.tsx";

/** A picture of this size, in CSS pixels. */
export function drawPicture(width: number, height: number): string {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  return canvas.toDataURL("image/png");
}

/** A picture of this size, as it is part of a message. */
export function picturePart(width: number, height: number, filename: string): MediaContentPart {
  const [, value = ""] = drawPicture(width, height).split(",");
  const source = { type: "data", mimeType: "image/png", value } as const;
  return { type: "image", source, metadata: { filename } };
}

/** Of each kind one, of which only the video would have to be fetched. */
export const everyMedium: MediaContentPart[] = [
  picturePart(900, 300, "wide.png"),
  {
    type: "audio",
    source: { type: "data", mimeType: "audio/wav", value: toneData },
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
