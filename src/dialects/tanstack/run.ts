import type { Interrupt, RunFinishedOutcome, TokenUsage } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
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
  /** Makes sure that a run is open. After one that has failed nothing more is told: `false`. */
  open(wire: TanStackEvent): boolean;
  start(wire: TanStackEvent): void;
  finish(wire: TanStackEvent): void;
  fail(wire: TanStackEvent): void;
  /** What the agent says now follows on a turn that was over. */
  continueRun(): void;
  addInterrupt(interrupt: Interrupt): void;
  /** Whether the person is asked about this call already. */
  hasInterrupt(toolCallId: string): boolean;
  /** Leaves a call to the page. */
  addClientCall(toolCallId: string): void;
  /** Whether the last turn is over, and only the end of the answer tells that no other follows. */
  isEndPending(): boolean;
  /** The answer has a position here, from which it can be read on. */
  recordPosition(): void;
  end(): void;
}

export interface RunParts {
  /** Ends everything that is open. */
  close(): void;
  hasUnanswered(): boolean;
}

/**
 * One answer is one run of 1.0, with the ids that it was asked for by. TanStack tells of each turn of its
 * tool loop as of a run, in earlier versions with an id of its own, and may say something before the
 * first has started and after the last has finished.
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
  // A tail that has nothing to add to the results of a turn says that no other turn follows.
  if (isTail && input.messages.at(-1)?.role === "tool" && !parts.hasUnanswered()) pendingEnd = {};

  function begin(fields: TanStackEvent): void {
    const parentRunId = input.parentRunId ?? stringOf(fields.parentRunId);
    emit({ type: "RUN_STARTED", ...fields, threadId, runId, ...omitUndefined({ parentRunId }) });
    phase = "open";
    pendingEnd = undefined;
    usage = [];
  }

  function outcomeOf(wire: TanStackEvent): RunFinishedOutcome | undefined {
    const given = recordOf(wire.outcome);
    // As 1.0 has it; the run loop checks it once more.
    if (given && given.type !== "success") return given as unknown as RunFinishedOutcome;
    if (interrupts.length > 0) return { type: "interrupt", interrupts };
    if (clientCalls.length > 0) return { type: "success", pendingToolCallIds: clientCalls };
    return given as unknown as RunFinishedOutcome | undefined;
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

  /** Whether an answer may end behind this turn. */
  function isLast(turn: TanStackEvent): boolean {
    if (!isToolTurn(turn)) return true;
    // A loop that has come to its limit ends like one that was cut off. Whoever can asks for the rest.
    return !parts.hasUnanswered() && (isReplay || !hasPositions);
  }

  return {
    open(wire) {
      if (phase === "failed") return false;
      if (phase === "open") return true;
      const isLate = phase === "finished";
      begin(commonFields({ timestamp: wire.timestamp }));
      // What comes late may be all there is to come.
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
      // The results follow, and another turn; or the questions that a person has to answer.
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

/** Whether a turn has ended for the sake of its calls. */
function isToolTurn(wire: TanStackEvent): boolean {
  return ownField(wire, "finishReason") === "tool_calls";
}

/** How much a turn took. Earlier versions tell it in one object and other words. */
function usageOf({ usage, ...wire }: TanStackEvent): TokenUsage[] {
  // A list is 1.0's own; the run loop checks it once more.
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
