import { isRecord } from "../../protocol/isRecord.ts";
import type { Annotation } from "../../reducer/snapshot.ts";
import { parseSources, type Source } from "./source.ts";

/** Fields of metadata and meta events that list sources. */
const listKeys = ["citations", "sources", "annotations", "references"];

/** Types of meta events that state sources. */
const citationTypes = /^(?:\w+_)?(?:citation|source|reference)s?$/i;

/**
 * @internal Returns the sources that a message cites. Servers state them in the metadata of the message or of its events
 * as `annotations` (in the format of OpenAI), `citations` or `sources`. Others send a meta event about the message, such
 * as `citation`.
 *
 * @param metadata - Metadata of the message, with the fields of the same names that it had in a snapshot.
 * @param annotations - Meta events about the message, from `snapshot.annotations`.
 */
export function messageSources(
  metadata: unknown,
  annotations: readonly Annotation[] = [],
): readonly Source[] {
  const items = [
    ...listItems(metadata),
    ...annotations.flatMap(({ metaType, payload }) => {
      if (!citationTypes.test(metaType)) return [];
      const listed = listItems(payload);
      return listed.length > 0 ? listed : [payload];
    }),
  ];
  return parseSources(items);
}

function listItems(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return [];
  return listKeys.flatMap((key) => {
    const items = value[key];
    return Array.isArray(items) ? items.map(unwrapAnnotation) : [];
  });
}

/** Returns the fields of an annotation: OpenAI nests them as `{ type: "url_citation", url_citation: { url } }`. */
function unwrapAnnotation(item: unknown): unknown {
  if (!isRecord(item) || typeof item.type !== "string") return item;
  const nested = Object.hasOwn(item, item.type) ? item[item.type] : undefined;
  return isRecord(nested) ? nested : item;
}
