import { isRecord } from "../isRecord.ts";
import { INVALID } from "./check.ts";

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === "string";

/** Returns the first of these values that is a text. */
const firstText = (...values: readonly unknown[]): string | undefined => values.find(isText);

/** Returns a media part of the protocol, or {@link INVALID} when the fields have neither data nor a URL. */
function readMediaPart(kind: string | undefined, fields: Fields): unknown {
  const mimeType = firstText(fields.mimeType, fields.media_type, fields.mediaType);
  const data = firstText(fields.data, fields.blob);
  const url = firstText(fields.url, fields.uri);
  const [family = ""] = (mimeType ?? "").split("/");
  const type = kind ?? (["image", "audio", "video"].includes(family) ? family : "document");
  const filename = firstText(fields.filename, fields.name);
  const named = filename === undefined ? {} : { metadata: { filename } };
  if (data !== undefined) {
    const source = { type: "data", value: data, mimeType: mimeType ?? "application/octet-stream" };
    return { type, source, ...named };
  }
  if (url === undefined) return INVALID;
  return { type, source: { type: "url", value: url, ...(mimeType && { mimeType }) }, ...named };
}

/** Reads MCP's and Anthropic's media: the data beside the type, or in `source`. */
const media = (part: Fields) =>
  readMediaPart(firstText(part.type), isRecord(part.source) ? part.source : part);
const plainText = ({ text }: Fields) => (isText(text) ? { type: "text", text } : INVALID);

/** Reads an MCP resource: its text, or its data. */
function resource({ resource: inner }: Fields): unknown {
  if (!isRecord(inner)) return INVALID;
  return isText(inner.text) ? plainText(inner) : readMediaPart(undefined, inner);
}

/** Reads OpenAI's images, whose address is text or in an object. */
function openAiImage({ image_url: image }: Fields): unknown {
  return readMediaPart("image", isRecord(image) ? image : { url: image });
}

/** Functions that read the parts of MCP, OpenAI, Anthropic and the AI SDK, by type. */
const PART_READINGS: Readonly<Record<string, (part: Fields) => unknown>> = {
  image: media,
  audio: media,
  video: media,
  document: media,
  file: (part) => readMediaPart(undefined, part),
  resource,
  resource_link: (part) => readMediaPart(undefined, part),
  image_url: openAiImage,
  input_image: openAiImage,
  input_text: plainText,
  output_text: plainText,
};

/** Returns the content part that a part of another system means, or {@link INVALID}. */
export function readPart(part: unknown): unknown {
  if (isText(part)) return { type: "text", text: part };
  if (!isRecord(part) || !isText(part.type) || !Object.hasOwn(PART_READINGS, part.type))
    return INVALID;
  return PART_READINGS[part.type]?.(part) ?? INVALID;
}
