import { useMemo, useSyncExternalStore } from "react";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { Annotation, Snapshot } from "../../reducer/snapshot.ts";
import { type ThreadTarget, useOptionalThread, useThread } from "../providers/useThread.ts";
import { useCoalescedSnapshot } from "./useCoalescedSnapshot.ts";
import { subscribeToNothing } from "./useSnapshot.ts";

/** Options of {@link useFeedback}. The target selects another conversation than the nearest. */
export interface UseFeedbackOptions extends ThreadTarget {
  /** Id of the user: stored with each annotation, and the user whose thumbs count. @defaultValue all users */
  readonly userId?: string | undefined;
}

/** Result of {@link useFeedback}. The functions keep their identity, and resolve when the annotation is stored. */
export interface UseFeedbackResult {
  /** The last thumb, unless it was retracted. */
  readonly value: "up" | "down" | undefined;
  /** Reason for the rating; `undefined` when none was stored. */
  readonly reason: string | undefined;
  /** All annotations of the message, in order. */
  readonly annotations: readonly Annotation[];
  /** Stores a thumb up. */
  readonly thumbsUp: () => Promise<void>;
  /** Stores a thumb down, with an optional reason. */
  readonly thumbsDown: (reason?: string) => Promise<void>;
  /** Retracts the last thumb. */
  readonly retractThumb: () => Promise<void>;
  /** Stores a note about the message. */
  readonly addNote: (text: string) => Promise<void>;
  /** Stores another meta event about the message: `bookmark`, `tag` or an application-defined type. */
  readonly annotate: (metaType: string, payload?: object) => Promise<void>;
}

/**
 * Returns the feedback about one message, and functions that add to it.
 *
 * Feedback is stored in `snapshot.annotations` as meta events of the AG-UI draft, and passed to event
 * listeners. AG-UI has no way to send it, so send it to your server in a listener. The last thumb counts.
 * Repeating a thumb stores nothing, unless the reason differs. The draft has no event for retracting a thumb:
 * `retractThumb` stores `thumbs_none`.
 *
 * @example Thumbs below a reply
 * ```tsx
 * const { value, thumbsUp, thumbsDown } = useFeedback(message.id);
 * <button aria-pressed={value === "up"} onClick={thumbsUp}>Good</button>
 * <button aria-pressed={value === "down"} onClick={() => thumbsDown("inaccurate")}>Bad</button>
 * ```
 * @example Send feedback to a server
 * ```tsx
 * useCustomEvent("ag-ui:meta", (feedback) => void fetch("/feedback", {
 *   method: "POST",
 *   body: JSON.stringify(feedback),
 * }));
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/drafts/meta-events
 */
export function useFeedback(
  messageId: string,
  { userId, ...target }: UseFeedbackOptions = {},
): UseFeedbackResult {
  const thread = useThread(target);
  const annotations = useCoalescedSnapshot(
    (snapshot) => annotationsOf(snapshot, messageId),
    Object.is,
    target,
  );
  const commands = useMemo(() => {
    const annotate = (metaType: string, payload: object = {}) =>
      thread.annotate(metaType, { ...payload, messageId, ...omitUndefined({ userId }) });
    const setThumb = (value: "up" | "down" | undefined, reason?: string) =>
      enqueueThumb(thread.store, messageId, async () => {
        const last = lastThumb(annotationsOf(thread.getSnapshot(), messageId), userId);
        if (last?.value === value && last?.reason === reason) return;
        await annotate(`thumbs_${value ?? "none"}`, omitUndefined({ reason }));
      });
    return {
      thumbsUp: () => setThumb("up"),
      // Used as a click handler, the function receives an event instead of a reason.
      thumbsDown: (reason?: unknown) =>
        setThumb("down", typeof reason === "string" ? reason : undefined),
      retractThumb: () => setThumb(undefined),
      addNote: (text: string) =>
        thread.annotate("note", { text, relatedId: messageId, author: userId ?? "user" }),
      annotate,
    };
  }, [thread, messageId, userId]);
  const { value, reason } = lastThumb(annotations, userId) ?? {};
  return { value, reason, annotations, ...commands };
}

/** The last thumb of each message that is being stored, by store. */
const pendingThumbs = new WeakMap<object, Map<string, Promise<void>>>();

/** Stores thumbs of one message in order: each is compared with the previous one, perhaps of the same tick. */
function enqueueThumb(
  store: object,
  messageId: string,
  storeThumb: () => Promise<void>,
): Promise<void> {
  const pending = pendingThumbs.get(store) ?? new Map<string, Promise<void>>();
  pendingThumbs.set(store, pending);
  const thumb = pending.get(messageId)?.then(storeThumb, storeThumb) ?? storeThumb();
  pending.set(messageId, thumb);
  const removePending = () => {
    if (pending.get(messageId) === thumb) pending.delete(messageId);
  };
  thumb.then(removePending, removePending);
  return thumb;
}

const NO_ANNOTATIONS: readonly Annotation[] = [];

/** @internal Returns the annotations of a message in the nearest thread; none outside every thread. */
export function useAnnotations(messageId: string): readonly Annotation[] {
  const store = useOptionalThread()?.store;
  const read = () => (store ? annotationsOf(store.getState(), messageId) : NO_ANNOTATIONS);
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, read, read);
}

function annotationsOf({ annotations }: Snapshot, messageId: string): readonly Annotation[] {
  return getOwn(annotations, messageId) ?? NO_ANNOTATIONS;
}

interface Thumb {
  readonly value: "up" | "down";
  readonly reason: string | undefined;
}

function lastThumb(
  annotations: readonly Annotation[],
  userId: string | undefined,
): Thumb | undefined {
  const last = annotations.findLast(
    ({ metaType, payload }) =>
      /^thumbs_(?:up|down|none)$/.test(metaType) &&
      (userId === undefined || payload.userId === userId),
  );
  if (!last || last.metaType === "thumbs_none") return undefined;
  const { reason } = last.payload;
  return {
    value: last.metaType === "thumbs_up" ? "up" : "down",
    reason: typeof reason === "string" ? reason : undefined,
  };
}
