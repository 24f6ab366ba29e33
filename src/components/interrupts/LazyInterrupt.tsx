import type { ReactNode } from "react";
import type { InterruptRenderProps } from "../../hooks/interruptRenderers.ts";

/** @internal The default card of an interrupt. */
export function LazyInterrupt({ interrupt }: InterruptRenderProps): ReactNode {
  return <p>{interrupt.message}</p>;
}
