import { isRecord, type UnknownRecord } from "../isRecord.ts";
import { INVALID } from "./check.ts";

const isString = (value: unknown): value is string => typeof value === "string";

const firstText = (...values: readonly unknown[]): string | undefined => values.find(isString);

const isAddress = (value: unknown) => isString(value) && /^(data|https?):/i.test(value);

/** Returns a media part of the protocol, or {@link INVALID} when the fields have no data, URL or file id. */
function readMediaPart(kind: string | undefined, fields: UnknownRecord): unknown {
  const mimeType = firstText(
    fields.mimeType,
    fields.mime_type,
    fields.media_type,
    fields.mediaType,
  );
  // A source of the protocol that lacks its type; one of an unknown type is not read.
  const untyped = fields.type === undefined || fields.type === null ? fields.value : undefined;
  const { data: bytes, blob, base64, file_data: fileData, image } = fields;
  const contents = [bytes, blob, base64, fileData, image, untyped];
  const data = firstText(...contents.filter((content) => !isAddress(content)));
  const url = firstText(fields.url, fields.uri, fields.file_url, ...contents.filter(isAddress));
  const value = data ?? url ?? firstText(fields.file_id, fields.source_type === "id" && fields.id);
  if (value === undefined) return INVALID;
  const [family = ""] = (mimeType ?? "").split("/");
  const type = kind ?? (["image", "audio", "video"].includes(family) ? family : "document");
  const filename = firstText(fields.filename, fields.name);
  const source =
    data === undefined
      ? { type: url === undefined ? "file" : "url", value, ...(mimeType && { mimeType }) }
      : { type: "data", value, mimeType: mimeType ?? "application/octet-stream" };
  return { type, source, ...(filename !== undefined && { metadata: { filename } }) };
}

/** Reads the media of MCP, LangChain and Anthropic: the data beside the type, or in `source`. */
const media = (part: UnknownRecord) =>
  readMediaPart(firstText(part.type), isRecord(part.source) ? part.source : part);
const plainText = ({ text }: UnknownRecord) =>
  ["string", "number"].includes(typeof text) ? { type: "text", text: String(text) } : INVALID;

/** Reads a file or a resource: its text, or its data. */
const textOrMedia = (part: UnknownRecord) =>
  isString(part.text) ? plainText(part) : readMediaPart(undefined, part);

/** Reads OpenAI's files, whose data may be in an object. */
const file = (part: UnknownRecord) => textOrMedia(isRecord(part.file) ? part.file : part);

/** Reads OpenAI's audio, which has a format instead of a MIME type. */
function openAiAudio({ input_audio: audio }: UnknownRecord): unknown {
  const { data, format } = isRecord(audio) ? audio : {};
  return readMediaPart("audio", { data, ...(isString(format) && { mimeType: `audio/${format}` }) });
}

/** Reads OpenAI's images, whose address is text or in an object. */
function openAiImage({ image_url: image }: UnknownRecord): unknown {
  return readMediaPart("image", isRecord(image) ? image : { url: image });
}

/** Reads the parts of Gemini, which have no type: a text alone, or data. Other objects are data of the application. */
function readUntypedPart({ type: _, ...part }: UnknownRecord): unknown {
  const { inline_data: snake, inlineData: data = snake } = part;
  if (isRecord(data)) return readMediaPart(undefined, data);
  return Object.keys(part).length === 1 ? plainText(part) : INVALID;
}

/** Functions that read the parts of MCP, LangChain, OpenAI, Anthropic, Gemini and the AI SDK, by type. */
const PART_READINGS: Readonly<Record<string, (part: UnknownRecord) => unknown>> = {
  text: plainText,
  image: media,
  audio: media,
  video: media,
  document: media,
  file,
  input_file: file,
  input_audio: openAiAudio,
  media: (part) => readMediaPart(undefined, part),
  "text-plain": textOrMedia,
  resource: ({ resource }) => (isRecord(resource) ? textOrMedia(resource) : INVALID),
  resource_link: (part) => readMediaPart(undefined, part),
  image_url: openAiImage,
  input_image: openAiImage,
  input_text: plainText,
  output_text: plainText,
};

/** Returns the content part that a part of another system means, or {@link INVALID}. */
export function readPart(part: unknown): unknown {
  if (isString(part)) return { type: "text", text: part };
  if (!isRecord(part)) return INVALID;
  if (part.type === undefined || part.type === null) return readUntypedPart(part);
  if (!isString(part.type) || !Object.hasOwn(PART_READINGS, part.type)) return INVALID;
  return PART_READINGS[part.type]?.(part) ?? INVALID;
}
