import type { EventOf } from "./events.ts";
import { META_EVENT_NAME } from "./legacy/constants.ts";

/** What a person's reaction to one message carries. */
export interface ReactionPayload {
  readonly messageId: string;
  readonly userId?: string;
}

/**
 * Makes a meta event: a side note on a message or on the thread, of the draft's common types below
 * or of an application's own. It travels as a CUSTOM event, is independent of runs, and is filed
 * in `snapshot.annotations` under the message it names.
 *
 * @param metaType - What kind of note it is, `"moderation"` for instance.
 * @param payload - A JSON object; `messageId`, `targetId` or `relatedId` in it says what it is about.
 * @example An application's own note
 * ```ts
 * const next = reduceEvents(snapshot, [metaEvent("moderation", { messageId: "m1", action: "flag" })]);
 * ```
 * @see https://docs.ag-ui.com/drafts/meta-events
 */
export function metaEvent(metaType: string, payload: object): EventOf<"CUSTOM"> {
  // `type` is the enum's member of that very name; the enum itself is not worth loading for it.
  const type = "CUSTOM" as EventOf<"CUSTOM">["type"];
  return { type, name: META_EVENT_NAME, value: { metaType, payload } };
}

/**
 * Makers of the draft's common meta events.
 *
 * @example Feedback on an answer
 * ```ts
 * const event = metaEvents.thumbsDown({ messageId: "m1", reason: "inaccurate" });
 * ```
 * @see https://docs.ag-ui.com/drafts/meta-events
 */
export const metaEvents = {
  thumbsUp: (payload: ReactionPayload) => metaEvent("thumbs_up", payload),
  thumbsDown: (payload: ReactionPayload & { readonly reason?: string }) =>
    metaEvent("thumbs_down", payload),
  note: (payload: {
    readonly text: string;
    readonly relatedId?: string;
    readonly author: string;
  }) => metaEvent("note", payload),
  tag: (payload: { readonly tags: readonly string[]; readonly targetId: string }) =>
    metaEvent("tag", payload),
  bookmark: (payload: ReactionPayload) => metaEvent("bookmark", payload),
  copy: (payload: { readonly messageId: string; readonly content: string }) =>
    metaEvent("copy", payload),
  share: (payload: { readonly messageId: string; readonly method: string }) =>
    metaEvent("share", payload),
  rating: (payload: {
    readonly messageId: string;
    readonly rating: number;
    readonly maxRating: number;
  }) => metaEvent("rating", payload),
};
