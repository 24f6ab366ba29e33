import { useEffect, useMemo } from "react";
import type { AnsweredInterrupt } from "../../reducer/interruptTypes.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { prefetchValidator } from "../../store/jsonSchema/validate.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import type { InterruptView } from "../renderers/interruptRenderers.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";
import { useExpiry } from "./useExpiry.ts";

/** Result of {@link useInterrupts}. */
export interface UseInterruptsResult<TPayload = unknown> {
  /** Open interrupts in the order the agent raised them, including those answered but not yet sent. */
  readonly interrupts: readonly InterruptView<TPayload>[];
  /** Earlier interrupts with their answers. */
  readonly answered: readonly AnsweredInterrupt[];
}

/**
 * Returns the interrupts that wait for the user, with functions that answer them.
 *
 * `Chat` renders interrupts by itself; use the hook to show them elsewhere, for example in a dialog. When all
 * are answered, the agent runs again, once.
 *
 * @typeParam TPayload - The answers that the agent expects.
 * @example A list of all open interrupts
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
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function useInterrupts<TPayload = unknown>(
  target?: ThreadTarget,
): UseInterruptsResult<TPayload> {
  const open = useSnapshot((snapshot) => snapshot.interrupts, Object.is, target);
  const answered = useSnapshot((snapshot) => snapshot.answeredInterrupts, Object.is, target);
  const createView = useCreateView<TPayload>(target);
  const isPast = useExpiry(open.map(({ expiresAt }) => expiresAt));
  const canAnswer = useCanAnswer(target);
  const expired = open.map(({ expiresAt }) => isPast(expiresAt));
  const key = expired.join();
  usePrefetchValidator(open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the content of `expired`
  return useMemo(
    () => ({
      interrupts: open.map((interrupt, index) =>
        createView(interrupt, { isExpired: expired[index] ?? false, isOpen: canAnswer }),
      ),
      answered,
    }),
    [open, answered, createView, canAnswer, key],
  );
}

/** @internal Returns the view of one interrupt. Re-renders when this one expires. */
export function useInterruptView(interrupt: InterruptRecord): InterruptView {
  const createView = useCreateView<unknown>();
  const isPast = useExpiry([interrupt.expiresAt]);
  const canAnswer = useCanAnswer();
  usePrefetchValidator([interrupt]);
  const isOpen = useSnapshot(({ interrupts }) => interrupts.includes(interrupt));
  return createView(interrupt, {
    isExpired: isPast(interrupt.expiresAt),
    isOpen: isOpen && canAnswer,
  });
}

/** Loads the validator of answers once the browser is idle, before the user answers. */
function usePrefetchValidator(interrupts: readonly InterruptRecord[]): void {
  const isNeeded = interrupts.some(({ responseSchema }) => responseSchema !== undefined);
  useEffect(() => {
    if (isNeeded) prefetchValidator();
  }, [isNeeded]);
}

/** Returns true until the run that sends the answers starts. */
function useCanAnswer(target?: ThreadTarget): boolean {
  return useSnapshot(
    ({ run: { status } }) => status !== "submitted" && status !== "streaming",
    Object.is,
    target,
  );
}

function useCreateView<TPayload>(target?: ThreadTarget) {
  const thread = useThread(target);
  return useMemo(
    () =>
      (
        interrupt: InterruptRecord,
        state: Pick<InterruptView, "isExpired" | "isOpen">,
      ): InterruptView<TPayload> => {
        const { id: interruptId, answer } = interrupt;
        return {
          interrupt,
          ...state,
          answer,
          resolve: (payload) => thread.resume([{ interruptId, status: "resolved", payload }]),
          cancel: () => thread.resume([{ interruptId, status: "cancelled" }]),
          reopen: () => thread.reopenInterrupt(interruptId),
        };
      },
    [thread],
  );
}
