import { useMemo } from "react";
import type { AnsweredInterrupt } from "../../reducer/interruptTypes.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import type { InterruptView } from "../renderers/interruptRenderers.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";
import { useExpiry } from "./useExpiry.ts";

/** What {@link useInterrupts} returns. */
export interface UseInterruptsResult<TPayload = unknown> {
  /** What the agent waits for, in the order it asked, also what has been answered but not yet sent. */
  readonly interrupts: readonly InterruptView<TPayload>[];
  /** What it waited for before, with the answers it got. */
  readonly answered: readonly AnsweredInterrupt[];
}

/**
 * Follows what the agent waits for a person to answer, and answers it, anywhere in the page.
 *
 * The chat draws interrupts by itself; use this to show them elsewhere, in a dialog for instance.
 * The agent runs again, once, when all are answered.
 *
 * @typeParam TPayload - The answers the agent expects.
 * @example All of them in a list
 * ```tsx
 * const { interrupts } = useInterrupts<{ approved: boolean }>();
 * return interrupts.map(({ interrupt, answer, resolve, cancel }) => (
 *   <li key={interrupt.id}>
 *     {interrupt.message} {answer?.status}
 *     <button onClick={() => resolve({ approved: true })}>Approve</button>
 *     <button onClick={cancel}>Cancel</button>
 *   </li>
 * ));
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function useInterrupts<TPayload = unknown>(
  target?: ThreadTarget,
): UseInterruptsResult<TPayload> {
  const open = useSnapshot((snapshot) => snapshot.interrupts, Object.is, target);
  const answered = useSnapshot((snapshot) => snapshot.answeredInterrupts, Object.is, target);
  const toView = useToView<TPayload>(target);
  const isOver = useExpiry(open.map(({ expiresAt }) => expiresAt));
  const canAnswer = useCanAnswer(target);
  const expired = open.map(({ expiresAt }) => isOver(expiresAt));
  const key = expired.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what `expired` holds
  return useMemo(
    () => ({
      interrupts: open.map((interrupt, at) =>
        toView(interrupt, { isExpired: expired[at] ?? false, isOpen: canAnswer }),
      ),
      answered,
    }),
    [open, answered, toView, canAnswer, key],
  );
}

/** @internal One interrupt with its verbs. Renders again when this one expires. */
export function useInterruptView(interrupt: InterruptRecord): InterruptView {
  const toView = useToView<unknown>();
  const isOver = useExpiry([interrupt.expiresAt]);
  const canAnswer = useCanAnswer();
  const isOpen = useSnapshot(({ interrupts }) => interrupts.includes(interrupt));
  return toView(interrupt, { isExpired: isOver(interrupt.expiresAt), isOpen: isOpen && canAnswer });
}

/** Answers are taken until the run that carries them has started. */
function useCanAnswer(target?: ThreadTarget): boolean {
  return useSnapshot(
    ({ run: { status } }) => status !== "submitted" && status !== "streaming",
    Object.is,
    target,
  );
}

function useToView<TPayload>(target?: ThreadTarget) {
  const thread = useThread(target);
  return useMemo(
    () =>
      (
        interrupt: InterruptRecord,
        facts: Pick<InterruptView, "isExpired" | "isOpen">,
      ): InterruptView<TPayload> => {
        const { id: interruptId, answer } = interrupt;
        return {
          interrupt,
          ...facts,
          answer,
          resolve: (payload) => thread.resume([{ interruptId, status: "resolved", payload }]),
          cancel: () => thread.resume([{ interruptId, status: "cancelled" }]),
        };
      },
    [thread],
  );
}
