import { isRecord } from "../isRecord.ts";

type MediaType = "image" | "audio" | "video" | "document";

function mediaType(mimeType: string): MediaType {
  const kind = mimeType.split("/", 1)[0];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
}

function upgrade(part: unknown): unknown {
  if (!isRecord(part) || part.type !== "binary" || typeof part.mimeType !== "string") return part;
  const { mimeType, data, url, id, filename } = part;
  const source =
    typeof data === "string" && data !== ""
      ? { type: "data", value: data, mimeType }
      : typeof url === "string" && url !== ""
        ? { type: "url", value: url, mimeType }
        : { type: "file", value: id, mimeType };
  return {
    type: mediaType(mimeType),
    source,
    ...(typeof filename === "string" && filename !== "" && { metadata: { filename } }),
  };
}

function isSameMedia(modern: unknown, upgraded: unknown): boolean {
  if (!isRecord(modern) || !isRecord(upgraded) || modern.type !== upgraded.type) return false;
  const { source: a, metadata: modernMetadata } = modern;
  const { source: b, metadata } = upgraded;
  if (!isRecord(a) || !isRecord(b)) return false;
  const hasSameSource = a.type === b.type && a.value === b.value && a.mimeType === b.mimeType;
  // A file name is data too: a mirror is only one if the modern part carries it as well.
  const hasSameName =
    !isRecord(metadata) ||
    (isRecord(modernMetadata) && modernMetadata.filename === metadata.filename);
  return hasSameSource && hasSameName;
}

/**
 * Turns `binary` parts, the older form of media in messages, into the parts of 1.0. A `binary`
 * part that mirrors a modern part beside it counts once. Parts that are modern already keep their
 * identity.
 *
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function upgradeBinaryParts(parts: readonly unknown[]): readonly unknown[] {
  if (!parts.some((part) => isRecord(part) && part.type === "binary")) return parts;
  return parts.flatMap((part) => {
    const upgraded = upgrade(part);
    const isMirror =
      upgraded !== part && parts.some((other) => other !== part && isSameMedia(other, upgraded));
    return isMirror ? [] : [upgraded];
  });
}
