import type { ReactNode } from "react";
import type { AnswerState } from "./useAnswer.ts";

/** @internal Props of whatever is answered with. */
export interface ControlsProps {
  readonly answering: AnswerState;
  /** The answer there is, to begin with; undefined when there is none. */
  readonly given: unknown;
  /** What stands at the end of the buttons. */
  readonly end: ReactNode;
}
