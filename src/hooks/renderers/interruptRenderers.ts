import { reportUncaught } from "../../protocol/runtime.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import type { AnswerProblem } from "../../store/thread/threadOptions.ts";
import { createRendererLists, type Renderer } from "./rendererLists.ts";

/** An interrupt with its state and the functions that answer it. */
export interface InterruptView<TPayload = unknown> {
  /** The interrupt as the agent sent it. */
  readonly interrupt: InterruptRecord;
  /** True when the interrupt has expired and can only be cancelled. Updates at the time of expiry. */
  readonly isExpired: boolean;
  /** The answer, if any. It is sent when all open interrupts of the thread are answered. */
  readonly answer: InterruptRecord["answer"];
  /** True while the interrupt can be answered, or its answer replaced. */
  readonly isOpen: boolean;
  /**
   * Answers the interrupt. The payload is validated against `responseSchema` first. Resolves with the
   * problems; an empty list means that the answer was accepted.
   */
  readonly resolve: (payload: TPayload) => Promise<readonly AnswerProblem[]>;
  /** Cancels the interrupt: the agent continues without an answer. */
  readonly cancel: () => Promise<readonly AnswerProblem[]>;
  /**
   * Takes the answer back while the user changes it. Nothing is sent until the interrupt is answered again;
   * `interrupt.previousAnswer` is the answer before.
   */
  readonly reopen: () => Promise<void>;
}

/** Props of an interrupt renderer. */
export interface InterruptRenderProps<TPayload = unknown> extends InterruptView<TPayload> {
  /** The tool call that the interrupt refers to, if any. */
  readonly toolCall: ToolCallView | undefined;
}

/** @internal A registered renderer. The list of all renderers cannot type the payload of each. */
export interface InterruptRenderer extends Renderer<InterruptRenderProps> {
  readonly reason: string | undefined;
  readonly match: ((interrupt: InterruptRecord) => boolean) | undefined;
}

/** @internal */
export const interruptRenderersOf = createRendererLists<InterruptRenderer>();

/**
 * @internal Finds the renderer of an interrupt: in the nearest registry that has one, by `reason` before `match`. Of
 * several, the one that was registered last is used.
 */
export function findInterruptRenderer(
  lists: readonly (readonly InterruptRenderer[])[],
  interrupt: InterruptRecord,
  agentId: string | undefined,
): InterruptRenderer | undefined {
  for (const renderers of lists) {
    const candidates = renderers.filter(
      (renderer) => renderer.agentId === undefined || renderer.agentId === agentId,
    );
    const renderer =
      candidates.find(({ reason }) => reason === interrupt.reason) ??
      candidates.find(({ match }) => match && isMatch(match, interrupt));
    if (renderer) return renderer;
  }
  return undefined;
}

/** Predicates whose error was reported. They are called for every render, and each error is reported once. */
const reported = new WeakSet<object>();

/** Calls the predicate of a renderer. A predicate that throws does not match, and so cannot break the conversation. */
function isMatch(
  match: NonNullable<InterruptRenderer["match"]>,
  interrupt: InterruptRecord,
): boolean {
  try {
    return match(interrupt);
  } catch (error) {
    if (!reported.has(match)) reportUncaught(error);
    reported.add(match);
    return false;
  }
}
