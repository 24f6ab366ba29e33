import type { Interrupt, RunFinishedOutcome, TokenUsage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { asOutcome } from "../uncheckedCasts.ts";
import {
  commonFields,
  fieldsWithExtras,
  ownField,
  type ReaderContext,
  recordOf,
  stringOf,
  type TanStackEvent,
} from "./wire.ts";

export interface Run {
  /**
   * Starts a run unless one is open. Returns false after a failed run, whose further events are
   * dropped.
   */
  open(wire: TanStackEvent): boolean;
  start(wire: TanStackEvent): void;
  finish(wire: TanStackEvent): void;
  fail(wire: TanStackEvent): void;
  /** Continues a turn that was over. */
  continueRun(): void;
  addInterrupt(interrupt: Interrupt): void;
  /** Returns true when the user has already been asked about this call. */
  hasInterrupt(toolCallId: string): boolean;
  /** Leaves a call to a frontend tool. */
  addClientCall(toolCallId: string): void;
  /**
   * Returns true when the last turn is over, and only the end of the response shows that no other
   * follows.
   */
  isEndPending(): boolean;
  /** Records that the response has positions, from which it can be resumed. */
  recordPosition(): void;
  end(): void;
}

export interface RunParts {
  /** Ends all open streams. */
  close(): void;
  hasUnanswered(): boolean;
}

/**
 * Creates the run of a response. A response is one run of 1.0 with the requested ids: TanStack
 * sends a run for each turn of its tool loop, in earlier versions with an id of its own, and may
 * send events before the first run starts and after the last one ends.
 */
export function createRun({ emit, input, isReplay, isTail }: ReaderContext, parts: RunParts): Run {
  const { threadId, runId } = input;
  let phase: "before" | "open" | "finished" | "failed" = isTail ? "open" : "before";
  let pendingEnd: TanStackEvent | undefined;
  let usage: TokenUsage[] = [];
  let interrupts: Interrupt[] = [];
  let clientCalls: string[] = [];
  const asked = new Set<string>();
  let hasPositions = false;
  // A resumed response without further events after the results of a turn shows that no other turn
  // follows.
  if (isTail && input.messages.at(-1)?.role === "tool" && !parts.hasUnanswered()) pendingEnd = {};

  function begin(fields: TanStackEvent): void {
    const parentRunId = input.parentRunId ?? stringOf(fields.parentRunId);
    emit({ type: "RUN_STARTED", ...fields, threadId, runId, ...omitUndefined({ parentRunId }) });
    phase = "open";
    pendingEnd = undefined;
    usage = [];
  }

  function outcomeOf(wire: TanStackEvent): RunFinishedOutcome | undefined {
    const given = isRecord(wire.outcome) ? asOutcome(wire.outcome) : undefined;
    if (given && given.type !== "success") return given;
    if (interrupts.length > 0) return { type: "interrupt", interrupts };
    if (clientCalls.length > 0) return { type: "success", pendingToolCallIds: clientCalls };
    return given;
  }

  function conclude(wire: TanStackEvent): void {
    parts.close();
    const outcome = outcomeOf(wire);
    for (const { toolCallId } of outcome?.type === "interrupt" ? outcome.interrupts : []) {
      if (toolCallId !== undefined) asked.add(toolCallId);
    }
    const result = wire.result;
    const facts = omitUndefined({ result, outcome, usage: usage.length > 0 ? usage : undefined });
    emit({ type: "RUN_FINISHED", ...fieldsWithExtras(wire), threadId, runId, ...facts });
    phase = "finished";
    pendingEnd = undefined;
    interrupts = [];
    clientCalls = [];
  }

  /** Returns true when a response may end after this turn. */
  function isLast(turn: TanStackEvent): boolean {
    if (!isToolTurn(turn)) return true;
    // A tool loop that reached its limit ends like a broken connection. With positions, the rest is
    // requested.
    return !parts.hasUnanswered() && (isReplay || !hasPositions);
  }

  return {
    open(wire) {
      if (phase === "failed") return false;
      if (phase === "open") return true;
      const isLate = phase === "finished";
      begin(commonFields({ timestamp: wire.timestamp }));
      // Late events may be the last ones.
      if (isLate) pendingEnd = {};
      return true;
    },
    start(wire) {
      pendingEnd = undefined;
      if (phase === "open") return;
      const { parentRunId } = wire;
      begin({ ...fieldsWithExtras(wire), ...omitUndefined({ parentRunId }) });
    },
    finish(wire) {
      if (phase === "failed" || phase === "finished") return;
      if (phase === "before") begin(commonFields({ timestamp: wire.timestamp }));
      usage.push(...usageOf(wire));
      const outcome = recordOf(wire.outcome)?.type;
      const isLast = outcome === "interrupt" || outcome === "cancelled";
      const isTurn = isToolTurn(wire) || parts.hasUnanswered();
      // Results and another turn follow, or questions that a user has to answer.
      if (isTurn && !isLast) pendingEnd = wire;
      else conclude(wire);
    },
    fail(wire) {
      if (phase === "failed") return;
      const error = recordOf(wire.error) ?? {};
      const code = wire.code ?? error.code;
      usage.push(...usageOf(wire));
      emit({
        type: "RUN_ERROR",
        ...fieldsWithExtras(wire),
        message: stringOf(wire.message) ?? stringOf(error.message) ?? stringOf(wire.error) ?? "",
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
      if (interrupt.toolCallId !== undefined) asked.add(interrupt.toolCallId);
    },
    hasInterrupt: (toolCallId) => asked.has(toolCallId),
    addClientCall(toolCallId) {
      if (!clientCalls.includes(toolCallId)) clientCalls.push(toolCallId);
    },
    isEndPending: () => pendingEnd !== undefined,
    recordPosition() {
      hasPositions = true;
    },
    end() {
      const isWaiting = interrupts.length + clientCalls.length > 0;
      if (phase === "open" && (isWaiting || (pendingEnd && isLast(pendingEnd))))
        conclude(pendingEnd ?? {});
    },
  };
}

/** Returns true when a turn ended because of its calls. */
function isToolTurn(wire: TanStackEvent): boolean {
  return ownField(wire, "finishReason") === "tool_calls";
}

/** Returns the token usage of a turn. Earlier versions send one object with other names. */
function usageOf({ usage, ...wire }: TanStackEvent): TokenUsage[] {
  // A list is the form of 1.0; the run loop validates it.
  if (Array.isArray(usage)) return usage as TokenUsage[];
  const totals = recordOf(usage);
  if (!totals) return [];
  const count = (value: unknown) => (typeof value === "number" ? value : undefined);
  return [
    omitUndefined({
      model: stringOf(ownField(wire, "model")),
      inputTokens: count(totals.inputTokens ?? totals.promptTokens),
      outputTokens: count(totals.outputTokens ?? totals.completionTokens),
      totalTokens: count(totals.totalTokens),
    }),
  ];
}
