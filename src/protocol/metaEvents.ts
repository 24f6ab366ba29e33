import type { EventOf } from "./events.ts";
import { META_EVENT_NAME } from "./legacy/reservedNames.ts";

/** Payload of a user's reaction to a message. */
export interface ReactionPayload {
  /** Id of the message. */
  readonly messageId: string;
  /** Id of the user who reacted. */
  readonly userId?: string;
}

/**
 * Creates a meta event: a note on a message or on the thread, independent of runs. It travels as a
 * CUSTOM event and is stored in `snapshot.annotations` under the message that it refers to.
 *
 * @param metaType - Kind of the note, for example `"moderation"`.
 * @param payload - A JSON object whose `messageId`, `targetId` or `relatedId` names the message.
 * @param id - Id of the event, which identifies the note. A later event with this id replaces it.
 * @defaultValue `id`: none
 * @example A moderation note
 * ```ts
 * const next = reduceEvents(snapshot, [metaEvent("moderation", { messageId: "m1", action: "flag" })]);
 * ```
 * @see https://docs.ag-ui.com/drafts/meta-events
 */
export function metaEvent(metaType: string, payload: object, id?: string): EventOf<"CUSTOM"> {
  // A cast instead of the enum member avoids importing the enum at run time.
  const type = "CUSTOM" as EventOf<"CUSTOM">["type"];
  return {
    type,
    name: META_EVENT_NAME,
    value: { ...(id !== undefined && { id }), metaType, payload },
  };
}

/**
 * Factories of the common meta events of the draft.
 *
 * @example Feedback on a reply
 * ```ts
 * const event = metaEvents.thumbsDown({ messageId: "m1", reason: "inaccurate" });
 * ```
 * @see https://docs.ag-ui.com/drafts/meta-events
 */
export const metaEvents = {
  /** Approves a message. */
  thumbsUp: (payload: ReactionPayload) => metaEvent("thumbs_up", payload),
  /** Disapproves of a message, with an optional reason. */
  thumbsDown: (payload: ReactionPayload & { readonly reason?: string }) =>
    metaEvent("thumbs_down", payload),
  /** Adds a text note. */
  note: (payload: {
    readonly text: string;
    readonly relatedId?: string;
    readonly author: string;
  }) => metaEvent("note", payload),
  /** Adds tags to a message. */
  tag: (payload: { readonly tags: readonly string[]; readonly targetId: string }) =>
    metaEvent("tag", payload),
  /** Bookmarks a message. */
  bookmark: (payload: ReactionPayload) => metaEvent("bookmark", payload),
  /** Records that the user copied content of a message. */
  copy: (payload: { readonly messageId: string; readonly content: string }) =>
    metaEvent("copy", payload),
  /** Records that the user shared a message, and by which method. */
  share: (payload: { readonly messageId: string; readonly method: string }) =>
    metaEvent("share", payload),
  /** Rates a message on a scale up to `maxRating`. */
  rating: (payload: {
    readonly messageId: string;
    readonly rating: number;
    readonly maxRating: number;
  }) => metaEvent("rating", payload),
};
