import { isRecord } from "../isRecord.ts";

type UnknownRecord = Readonly<Record<string, unknown>>;

/** What a `binary` part is upgraded to. */
interface MediaPart {
  readonly type: string;
  readonly source: UnknownRecord;
  readonly metadata?: { readonly filename: string };
}

function isBinary(part: unknown): part is UnknownRecord & { readonly mimeType: string } {
  return isRecord(part) && part.type === "binary" && typeof part.mimeType === "string";
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function upgrade(part: UnknownRecord & { readonly mimeType: string }): MediaPart {
  const { mimeType, data, url, id, filename } = part;
  const [kind = ""] = mimeType.split("/");
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

/** Whether a part says what an upgraded one does. */
function isMirrored(part: unknown, { type, source, metadata }: MediaPart): boolean {
  if (!isRecord(part) || part.type !== type) return false;
  const { source: modern, metadata: named } = part;
  return (
    isRecord(modern) &&
    ["type", "value", "mimeType"].every((key) => modern[key] === source[key]) &&
    // A file name is data too: a mirror is only one if the modern part carries it as well.
    (!metadata || (isRecord(named) && named.filename === metadata.filename))
  );
}

/**
 * Turns `binary` parts, the older form of media in messages, into the parts of 1.0. A `binary`
 * part that mirrors a modern part beside it counts once. Parts that are modern already keep their
 * identity.
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
