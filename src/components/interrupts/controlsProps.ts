import type { ReactNode } from "react";
import type { Answering } from "./useAnswering.ts";

/** @internal Props of whatever is answered with. */
export interface ControlsProps {
  readonly answering: Answering;
  /** The answer there is, to begin with; undefined when there is none. */
  readonly given: unknown;
  /** What stands at the end of the buttons. */
  readonly end: ReactNode;
}
