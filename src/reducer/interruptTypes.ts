import type { Interrupt, ResumeEntry } from "../protocol/events.ts";

/**
 * An interrupt that waits for its answer. Interrupts in an older spelling remember it, because
 * they have to be answered in it: `draft` as one resume object, `command` as LangGraph's
 * `forwardedProps.command.resume`.
 *
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export interface OpenInterrupt extends Interrupt {
  readonly spelling?: "draft" | "command";
  /** The answer that was given; it is sent once all are answered. */
  readonly answer?: ResumeEntry;
  /** The message behind which it was answered, in the conversation. */
  readonly afterMessageId?: string;
}

/** An interrupt whose answer the agent has got. */
export interface AnsweredInterrupt extends OpenInterrupt {
  readonly answer: ResumeEntry;
}
