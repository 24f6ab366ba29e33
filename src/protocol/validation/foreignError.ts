import { isRecord, type UnknownRecord } from "../isRecord.ts";
import { KIT_METADATA_KEY } from "../legacy/reservedNames.ts";

/** Value in the metadata of a RUN_ERROR that was made of a text or an object outside of AG-UI. */
const FOREIGN_ERROR = "foreign-error";

interface ForeignErrorFields {
  readonly type: "RUN_ERROR";
  readonly metadata: Record<string, unknown>;
}

/**
 * Returns the RUN_ERROR for an error that a server sent as something else than an event of AG-UI. The server has not
 * written its text for the user, so the interface shows it only to developers.
 *
 * @param fields - The fields of the event, with the `message` or another field that it is read from.
 */
export function createForeignError<T extends UnknownRecord>(fields: T): T & ForeignErrorFields {
  const metadata = isRecord(fields.metadata) ? fields.metadata : {};
  return {
    ...fields,
    type: "RUN_ERROR",
    metadata: { ...metadata, [KIT_METADATA_KEY]: FOREIGN_ERROR },
  };
}

/** True for a RUN_ERROR of {@link createForeignError}. */
export function isForeignError({ metadata }: { readonly metadata?: unknown }): boolean {
  return isRecord(metadata) && metadata[KIT_METADATA_KEY] === FOREIGN_ERROR;
}
