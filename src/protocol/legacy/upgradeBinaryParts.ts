import { isRecord, type UnknownRecord } from "../isRecord.ts";

/** The 1.0 form of a `binary` part. */
interface UpgradedPart {
  readonly type: string;
  readonly source: UnknownRecord;
  readonly metadata?: { readonly filename: string };
}

function isBinary(part: unknown): part is UnknownRecord {
  return isRecord(part) && part.type === "binary" && typeof mimeTypeOf(part) === "string";
}

const mimeTypeOf = ({ mimeType, mime_type }: UnknownRecord) => mimeType ?? mime_type;

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function upgrade(part: UnknownRecord): UpgradedPart {
  const { data, url, id, filename } = part;
  const mimeType = mimeTypeOf(part);
  const [kind = ""] = String(mimeType).split("/");
  const [type, value] = isFilled(data)
    ? ["data", data]
    : isFilled(url)
      ? ["url", url]
      : ["file", id];
  return {
    type: ["image", "audio", "video"].includes(kind) ? kind : "document",
    source: { type, value, mimeType },
    ...(isFilled(filename) && { metadata: { filename } }),
  };
}

/** Returns true when a part has the content of the upgraded one. */
function isMirrored(part: unknown, { type, source, metadata }: UpgradedPart): boolean {
  if (!isRecord(part) || part.type !== type) return false;
  const { source: modern, metadata: named } = part;
  return (
    isRecord(modern) &&
    ["type", "value", "mimeType"].every((key) => modern[key] === source[key]) &&
    // A file name is content too: a duplicate must carry it as well.
    (!metadata || (isRecord(named) && named.filename === metadata.filename))
  );
}

/**
 * Converts `binary` parts, the older form of media, to parts of 1.0. A `binary` part that
 * duplicates a 1.0 part beside it is dropped. Parts of 1.0 keep their identity.
 *
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function upgradeBinaryParts(parts: readonly unknown[]): readonly unknown[] {
  if (!parts.some(isBinary)) return parts;
  return parts.flatMap((part): unknown => {
    if (!isBinary(part)) return [part];
    const upgraded = upgrade(part);
    return parts.some((other) => isMirrored(other, upgraded)) ? [] : upgraded;
  });
}
