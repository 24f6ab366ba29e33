import type { ReactNode } from "react";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import {
  type InterruptRenderer,
  type InterruptRenderProps,
  interruptRenderersOf,
} from "./interruptRenderers.ts";
import { useRegisteredRenderer } from "./useRenderers.ts";

/** The options of {@link useInterruptRenderer}: a `reason`, or a `match` for anything else. */
export type UseInterruptRendererOptions<TPayload> = {
  readonly render: (props: InterruptRenderProps<TPayload>) => ReactNode;
  /** Draws interrupts of this agent alone. */
  readonly agentId?: string | undefined;
} & (
  | { readonly reason: string; readonly match?: undefined }
  | { readonly match: (interrupt: InterruptRecord) => boolean; readonly reason?: undefined }
);

/**
 * Draws interrupts of one reason, or those that a function picks, for as long as the component is
 * mounted. All others keep their default cards. A renderer that throws is replaced by the default.
 *
 * @typeParam TPayload - The answer the agent expects.
 * @example A time to pick
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
  useRegisteredRenderer(
    interruptRenderersOf,
    reason,
    // The payload's type is the business of this very renderer.
    { reason, match, agentId, render } as unknown as Omit<InterruptRenderer, "id">,
  );
}
