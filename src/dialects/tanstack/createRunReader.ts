import type { Interrupt, Message, RunFinishedOutcome, TokenUsage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { asOutcome } from "../wireFields.ts";
import {
  commonFields,
  fieldsWithExtras,
  ownField,
  type ReaderContext,
  recordOf,
  stringOf,
  type TanStackEvent,
} from "./tanStackEvent.ts";

interface RunReader {
  /**
   * Starts a run unless one is open. Returns false after a failed run, whose further events are
   * dropped.
   */
  openRun(event: TanStackEvent): boolean;
  startRun(event: TanStackEvent): void;
  finishRun(event: TanStackEvent): void;
  failRun(event: TanStackEvent): void;
  /** Discards the pending end of the run, because another turn follows. */
  continueRun(): void;
  addInterrupt(interrupt: Interrupt): void;
  /** True when the user has already been asked about this call. */
  hasInterrupt(toolCallId: string): boolean;
  /** Adds a call that a frontend tool has to answer. */
  addClientCall(toolCallId: string): void;
  /** True when the last turn is over, and only the end of the response shows that no other follows. */
  isEndPending(): boolean;
  /** Records that the response has positions, from which it can be resumed. */
  recordPosition(): void;
  /** Ends the open run at the end of the response, unless the response has broken off. */
  endRun(): void;
}

interface RunContent {
  /** Ends all open streams. */
  closeContent(): void;
  hasCallWithoutResult(): boolean;
  /** True when a call of this response has a result. */
  hasResults(): boolean;
  /** Returns the ids of the calls of this response without a result. */
  idsWithoutResult(): readonly string[];
}

/**
 * Creates the reader of the run in a response. A response is one run of 1.0 with the requested ids: TanStack
 * sends a run for each turn of its tool loop, in earlier versions with an id of its own. It may
 * send events before the first run starts and after the last one ends.
 */
export function createRunReader(
  { emitEvent, input, isReplay, isTail }: ReaderContext,
  content: RunContent,
): RunReader {
  const { threadId, runId } = input;
  let phase: "before" | "open" | "finished" | "failed" = isTail ? "open" : "before";
  let pendingEnd: TanStackEvent | undefined;
  let usage: TokenUsage[] = [];
  let interrupts: Interrupt[] = [];
  let clientCalls: string[] = [];
  const interruptedCallIds = new Set<string>();
  let hasPositions = false;
  // A resumed response without further events after the results of a turn shows that no other turn
  // follows.
  if (isTail && input.messages.at(-1)?.role === "tool" && !content.hasCallWithoutResult())
    pendingEnd = {};

  function emitStart(fields: TanStackEvent): void {
    const parentRunId = input.parentRunId ?? stringOf(fields.parentRunId);
    emitEvent({
      type: "RUN_STARTED",
      ...fields,
      threadId,
      runId,
      ...omitUndefined({ parentRunId }),
    });
    phase = "open";
    pendingEnd = undefined;
    usage = [];
  }

  function outcomeOf(event: TanStackEvent): RunFinishedOutcome | undefined {
    const outcome = isRecord(event.outcome) ? asOutcome(event.outcome) : undefined;
    if (outcome && outcome.type !== "success") return outcome;
    if (interrupts.length > 0) return { type: "interrupt", interrupts };
    if (clientCalls.length > 0) return { type: "success", pendingToolCallIds: clientCalls };
    return outcome;
  }

  function emitFinish(event: TanStackEvent): void {
    content.closeContent();
    const outcome = outcomeOf(event);
    for (const { toolCallId } of outcome?.type === "interrupt" ? outcome.interrupts : []) {
      if (toolCallId !== undefined) interruptedCallIds.add(toolCallId);
    }
    const result = event.result;
    const fields = omitUndefined({ result, outcome, usage: usage.length > 0 ? usage : undefined });
    emitEvent({ type: "RUN_FINISHED", ...fieldsWithExtras(event), threadId, runId, ...fields });
    phase = "finished";
    pendingEnd = undefined;
    interrupts = [];
    clientCalls = [];
  }

  /**
   * Lets this tab execute the calls of a turn when the server has no tool at all. Such a server runs no tool loop, and
   * its response ends with calls of unknown tools.
   */
  function executeUnknownCalls(): void {
    const isOwnResult = ({ role, ...message }: Message) =>
      role === "tool" && !("error" in message && message.error !== undefined);
    const hasTools = input.tools.length > 0 || input.messages.some(isOwnResult);
    if (hasTools || hasPositions || isReplay || isTail || content.hasResults()) return;
    clientCalls = [...new Set([...clientCalls, ...content.idsWithoutResult()])];
  }

  /** True when a response may end after this turn. */
  function canEndAfter(turn: TanStackEvent): boolean {
    if (!isToolTurn(turn)) return true;
    // A tool loop that reached its limit ends like a broken connection. With positions, the rest is
    // requested.
    return !content.hasCallWithoutResult() && (isReplay || !hasPositions);
  }

  return {
    openRun(event) {
      if (phase === "failed") return false;
      if (phase === "open") return true;
      const isLate = phase === "finished";
      emitStart(commonFields({ timestamp: event.timestamp }));
      // Late events may be the last ones.
      if (isLate) pendingEnd = {};
      return true;
    },
    startRun(event) {
      pendingEnd = undefined;
      if (phase === "open") return;
      const { parentRunId } = event;
      emitStart({ ...fieldsWithExtras(event), ...omitUndefined({ parentRunId }) });
    },
    finishRun(event) {
      if (phase === "failed" || phase === "finished") return;
      if (phase === "before") emitStart(commonFields({ timestamp: event.timestamp }));
      usage.push(...usageOf(event));
      const outcome = recordOf(event.outcome)?.type;
      const isFinal = outcome === "interrupt" || outcome === "cancelled";
      const isTurn = isToolTurn(event) || content.hasCallWithoutResult();
      // Results and another turn follow, or interrupts that a user has to answer.
      if (isTurn && !isFinal) pendingEnd = event;
      else emitFinish(event);
    },
    failRun(event) {
      if (phase === "failed") return;
      const error = recordOf(event.error) ?? {};
      const code = event.code ?? error.code;
      usage.push(...usageOf(event));
      emitEvent({
        type: "RUN_ERROR",
        ...fieldsWithExtras(event),
        message: stringOf(event.message) ?? stringOf(error.message) ?? stringOf(event.error) ?? "",
        ...omitUndefined({
          code: typeof code === "number" ? String(code) : stringOf(code),
          usage: usage.length > 0 ? usage : undefined,
        }),
      });
      phase = "failed";
    },
    continueRun() {
      pendingEnd = undefined;
    },
    addInterrupt(interrupt) {
      interrupts.push(interrupt);
      if (interrupt.toolCallId !== undefined) interruptedCallIds.add(interrupt.toolCallId);
    },
    hasInterrupt: (toolCallId) => interruptedCallIds.has(toolCallId),
    addClientCall(toolCallId) {
      if (!clientCalls.includes(toolCallId)) clientCalls.push(toolCallId);
    },
    isEndPending: () => pendingEnd !== undefined,
    recordPosition() {
      hasPositions = true;
    },
    endRun() {
      if (phase === "open" && pendingEnd && isToolTurn(pendingEnd)) executeUnknownCalls();
      const isWaiting = interrupts.length + clientCalls.length > 0;
      if (phase === "open" && (isWaiting || (pendingEnd && canEndAfter(pendingEnd))))
        emitFinish(pendingEnd ?? {});
    },
  };
}

/** True when a turn ended because of its calls. */
function isToolTurn(event: TanStackEvent): boolean {
  return ownField(event, "finishReason") === "tool_calls";
}

/** Returns the token usage of a turn. Earlier versions send one object with other names. */
function usageOf({ usage, ...event }: TanStackEvent): TokenUsage[] {
  // A list is the form of 1.0; the run loop validates it.
  if (Array.isArray(usage)) return usage as TokenUsage[];
  const totals = recordOf(usage);
  if (!totals) return [];
  const readCount = (value: unknown) => (typeof value === "number" ? value : undefined);
  return [
    omitUndefined({
      model: stringOf(ownField(event, "model")),
      inputTokens: readCount(totals.inputTokens ?? totals.promptTokens),
      outputTokens: readCount(totals.outputTokens ?? totals.completionTokens),
      totalTokens: readCount(totals.totalTokens),
    }),
  ];
}
