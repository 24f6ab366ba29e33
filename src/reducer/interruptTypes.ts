import type { Interrupt, ResumeEntry } from "../protocol/events.ts";
import { isRecord } from "../protocol/isRecord.ts";

/** The `reason` of an interrupt with which TanStack AI asks the application to run a client tool. */
export const TANSTACK_CLIENT_TOOL = "tanstack:client_tool_execution";

/** Metadata key under which TanStack AI names the interrupted run and the kind of interrupt. */
export const TANSTACK_BINDING = "tanstack:interruptBinding";

/** True for an interrupt of TanStack AI, which stores nothing between requests. */
export function isTanStackInterrupt({ reason, metadata }: Interrupt): boolean {
  return reason === TANSTACK_CLIENT_TOOL || isRecord(metadata?.[TANSTACK_BINDING]);
}

/**
 * An interrupt that no run has closed yet. It waits for an answer, or its `answer` waits to be sent with those of the
 * other interrupts. An interrupt in an older format must be answered in that format: `draft` as one resume object,
 * `command` as LangGraph's `forwardedProps.command.resume`.
 *
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export interface OpenInterrupt extends Interrupt {
  /** The older format of the interrupt; absent for AG-UI 1.0. */
  readonly format?: "draft" | "command";
  /** True when the agent gave no id: `id` is valid in this snapshot only, and the answer is sent without it. */
  readonly hasDerivedId?: true;
  /** The id that the agent uses, when another interrupt of the run has it too; the answer is sent with it. */
  readonly serverId?: string;
  /** The recorded answer, which is sent once all open interrupts are answered; absent until then. */
  readonly answer?: ResumeEntry;
  /** The recorded answer that the user is changing. It is not sent: the interrupt waits for a new answer. */
  readonly previousAnswer?: ResumeEntry;
  /** The id of the last message when the interrupt was answered. */
  readonly afterMessageId?: string;
  /** True when the agent has received the answer by a run that failed or was stopped: the agent may act on it. */
  readonly isAnswerReceived?: true;
}

/** Returns an interrupt without its answer, and without the answer before. */
export function withoutAnswer(interrupt: OpenInterrupt): OpenInterrupt {
  const { answer, previousAnswer, afterMessageId, isAnswerReceived, ...open } = interrupt;
  return open;
}

/** An interrupt that a run has closed, with its recorded answer. Usually that run has sent the answer. */
export interface AnsweredInterrupt extends OpenInterrupt {
  /** The recorded answer. */
  readonly answer: ResumeEntry;
}
