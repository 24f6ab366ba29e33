import type { ReactNode } from "react";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { type InterruptRenderProps, interruptRenderersOf } from "./interruptRenderers.ts";
import { useRegisteredRenderer } from "./useRenderers.ts";

/** Options of {@link useInterruptRenderer}: either a `reason` or a `match` selects the interrupts. */
export type UseInterruptRendererOptions<TPayload> = {
  /** Renders an interrupt, and answers it with `resolve` or `cancel`. */
  readonly render: (props: InterruptRenderProps<TPayload>) => ReactNode;
  /** Limits the renderer to interrupts of one agent. */
  readonly agentId?: string | undefined;
} & (
  | {
      /** The `reason` of the interrupts. */
      readonly reason: string;
      /** Excluded by `reason`. */
      readonly match?: undefined;
    }
  | {
      /** Returns true for interrupts to render. */
      readonly match: (interrupt: InterruptRecord) => boolean;
      /** Excluded by `match`. */
      readonly reason?: undefined;
    }
);

/**
 * Renders interrupts of one reason, or those that a function accepts, as long as the component is mounted.
 *
 * All other interrupts keep their default cards. A renderer that throws is replaced by the default card.
 *
 * @typeParam TPayload - The answer that the agent expects.
 * @example Pick a time
 * ```tsx
 * useInterruptRenderer<{ chosen_time: string }>({
 *   reason: "pick_time",
 *   render: ({ interrupt, isOpen, resolve, cancel }) => (
 *     <TimePicker
 *       question={interrupt.message}
 *       disabled={!isOpen}
 *       onPick={(chosen_time) => resolve({ chosen_time })}
 *       onCancel={cancel}
 *     />
 *   ),
 * });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function useInterruptRenderer<TPayload = unknown>(
  options: UseInterruptRendererOptions<TPayload>,
): void {
  const { reason, match, agentId, render } = options;
  useRegisteredRenderer(interruptRenderersOf, reason, { reason, match, agentId, render });
}
