import type { EventName, EventOf } from "../protocol/events.ts";
import type { SnapshotDraft } from "./snapshotDraft.ts";

/** Applies one event to a draft. */
export type Handler<T extends EventName> = (draft: SnapshotDraft, event: EventOf<T>) => void;

/** A handler for each event type of a family. */
export type HandlersOf<T extends EventName> = { readonly [K in T]: Handler<K> };
