import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { reportUncaught } from "../../store/thread/reportError.ts";
import type { AnswerProblem } from "../../store/thread/threadOptions.ts";
import { createRendererKind, type Renderer } from "./renderers.ts";

/** Something the agent asked a person, and what the person can do about it. */
export interface InterruptView<TPayload = unknown> {
  /** The interrupt as the agent sent it. */
  readonly interrupt: InterruptRecord;
  /** Whether it can only be cancelled any more. Changes by itself when the time has come. */
  readonly isExpired: boolean;
  /** The answer that was given. It is sent when all open interrupts of the thread are answered. */
  readonly answer: InterruptRecord["answer"];
  /** Whether it still takes an answer, or another one. */
  readonly isOpen: boolean;
  /**
   * Answers it. The payload is checked against `responseSchema` first: what comes back is what is
   * wrong with it, and empty when it was taken.
   */
  readonly resolve: (payload: TPayload) => Promise<readonly AnswerProblem[]>;
  /** Says that there will be no answer. */
  readonly cancel: () => Promise<readonly AnswerProblem[]>;
}

/** What a renderer of an interrupt gets. */
export interface InterruptRenderProps<TPayload = unknown> extends InterruptView<TPayload> {
  /** The tool call it is about, when it names one. */
  readonly toolCall: ToolCallView | undefined;
}

/** @internal A renderer as it is kept; the type of its payload is its own business. */
export interface InterruptRenderer extends Renderer<InterruptRenderProps> {
  readonly reason: string | undefined;
  readonly match: ((interrupt: InterruptRecord) => boolean) | undefined;
}

/** @internal */
export const interruptRenderersOf = createRendererKind<InterruptRenderer>();

/** @internal The latest renderer of the nearest host that wants this interrupt; a reason before a `match`. */
export function findInterruptRenderer(
  lists: readonly (readonly InterruptRenderer[])[],
  interrupt: InterruptRecord,
  agentId: string | undefined,
): InterruptRenderer | undefined {
  for (const renderers of lists) {
    const mine = renderers.filter((one) => one.agentId === undefined || one.agentId === agentId);
    const found =
      mine.find(({ reason }) => reason === interrupt.reason) ??
      mine.find(({ match }) => match && matches(match, interrupt));
    if (found) return found;
  }
  return undefined;
}

/** What has been reported, because it is asked again with every change of the renderers. */
const reported = new WeakSet<object>();

/** One that throws does not want it, and must not take the conversation down. */
function matches(
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
