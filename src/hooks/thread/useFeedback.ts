import { useMemo } from "react";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useCoalescedSnapshot } from "./useCoalescedSnapshot.ts";

/** One meta event about a message. */
type Annotation = Snapshot["annotations"][string][number];

/** The options of {@link useFeedback}, and which conversation it is about. */
export interface UseFeedbackOptions extends ThreadTarget {
  /** Who is there: written on what is filed, and whose thumbs count. @defaultValue anybody's */
  readonly userId?: string | undefined;
}

/** What {@link useFeedback} returns. The verbs keep their identity; they resolve when it is filed. */
export interface UseFeedbackResult {
  /** The last thumb that was given, unless it was taken back. */
  readonly value: "up" | "down" | undefined;
  /** Why it was down, where that was said. */
  readonly reason: string | undefined;
  /** Everything filed about the message, in order. */
  readonly annotations: readonly Annotation[];
  readonly thumbsUp: () => Promise<void>;
  readonly thumbsDown: (reason?: string) => Promise<void>;
  /** Takes the last thumb back. */
  readonly retract: () => Promise<void>;
  readonly note: (text: string) => Promise<void>;
  /** Files another meta event about the message: `bookmark`, `tag` or the application's own. */
  readonly annotate: (metaType: string, payload?: object) => Promise<void>;
}

/**
 * Returns what people think of one message, and how to say so.
 *
 * Feedback is filed in the thread as meta events of the draft, in `snapshot.annotations`, and passed
 * to listeners; AG-UI has no way to send it, so tell your server in one. The last thumb counts. The
 * same thumb again files nothing, unless it comes with another reason. The draft has no word for
 * taking one back: `takeBack` files a `thumbs_none`.
 *
 * @example Thumbs below an answer
 * ```tsx
 * const { value, thumbsUp, thumbsDown } = useFeedback(message.id);
 * <button aria-pressed={value === "up"} onClick={thumbsUp}>Good</button>
 * <button aria-pressed={value === "down"} onClick={() => thumbsDown("inaccurate")}>Bad</button>
 * ```
 * @example Telling a server
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
    (snapshot) => about(snapshot, messageId),
    Object.is,
    target,
  );
  const verbs = useMemo(() => {
    const file = (metaType: string, payload: object) =>
      thread.annotate(metaType, { ...payload, messageId, ...omitUndefined({ userId }) });
    const give = (value: "up" | "down" | undefined, reason?: string) =>
      inOrder(thread.store, messageId, async () => {
        const last = lastThumb(about(thread.getSnapshot(), messageId), userId);
        if (last?.value === value && last?.reason === reason) return;
        await file(`thumbs_${value ?? "none"}`, omitUndefined({ reason }));
      });
    return {
      thumbsUp: () => give("up"),
      // As a click handler it gets an event in place of a reason.
      thumbsDown: (reason?: unknown) =>
        give("down", typeof reason === "string" ? reason : undefined),
      retract: () => give(undefined),
      note: (text: string) =>
        thread.annotate("note", { text, relatedId: messageId, author: userId ?? "user" }),
      annotate: (metaType: string, payload: object = {}) => file(metaType, payload),
    };
  }, [thread, messageId, userId]);
  const { value, reason } = lastThumb(annotations, userId) ?? {};
  return { value, reason, annotations, ...verbs };
}

/** The last thumb that is on its way, of each message. */
const onTheirWay = new WeakMap<object, Map<string, Promise<void>>>();

/** A thumb is compared with the one before, which may have been given in the same tick. */
function inOrder(store: object, messageId: string, give: () => Promise<void>): Promise<void> {
  const known = onTheirWay.get(store) ?? new Map<string, Promise<void>>();
  onTheirWay.set(store, known);
  const given = known.get(messageId)?.then(give, give) ?? give();
  known.set(messageId, given);
  const forget = () => {
    if (known.get(messageId) === given) known.delete(messageId);
  };
  given.then(forget, forget);
  return given;
}

const NOTHING: readonly Annotation[] = [];

function about({ annotations }: Snapshot, messageId: string): readonly Annotation[] {
  return getOwn(annotations, messageId) ?? NOTHING;
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
