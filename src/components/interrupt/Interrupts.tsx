import type { ReactNode } from "react";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import type { InterruptProps } from "../settings/transcriptProps.ts";
import { Interrupt } from "./Interrupt.tsx";

interface InterruptsProps extends Pick<InterruptProps, "toolCall"> {
  readonly of: readonly InterruptRecord[];
}

/** @internal What was asked in one place, in order. */
export function Interrupts({ of, toolCall }: InterruptsProps): ReactNode {
  return of.map((interrupt, at) => (
    <Interrupt
      // biome-ignore lint/suspicious/noArrayIndexKey: a server may ask twice under one id
      key={`${interrupt.id}:${at}`}
      interrupt={interrupt}
      toolCall={toolCall}
    />
  ));
}
