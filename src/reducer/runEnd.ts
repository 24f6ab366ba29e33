import { present } from "../protocol/present.ts";
import type { Draft } from "./draft.ts";
import { getOwn } from "./records.ts";
import type { Ledger, RunInfo, RunOutcome, RunStatus } from "./snapshot.ts";
import { ledgerEntry } from "./streams.ts";

/** Kinds of thing a run opens, by their name in the ledger. */
const STREAM_KINDS = ["text", "reasoning", "spans", "toolCalls"] as const;

function openIds(draft: Draft): string[] {
  return [...STREAM_KINDS, "subagents" as const].flatMap((kind) =>
    Object.entries(draft.ledger[kind])
      .filter(([, entry]) => entry.isOpen)
      .map(([id]) => id),
  );
}

/** Reports what a run that says it finished has left open. */
export function reportLeftOpen(draft: Draft): void {
  const steps = draft.now.steps
    .filter(({ status }) => status === "running")
    .map(({ name }) => name);
  const open = [...openIds(draft), ...steps];
  for (const id of open) draft.report("left-open", id);
}

/** Ends every stream, step and sub-agent, and returns the messages and calls that were cut off. */
function closeEverything(draft: Draft): string[] {
  const cut = STREAM_KINDS.flatMap((kind) =>
    Object.entries(draft.ledger[kind]).flatMap(([id, entry]) => {
      if (!entry.isOpen) return [];
      draft.putLedger(kind, id, { ...entry, isOpen: false });
      return kind === "spans" ? [] : [entry.id];
    }),
  );
  for (const id of cut) {
    const info = getOwn(draft.now.toolCalls, id);
    if (info?.status === "streaming") draft.put("toolCalls", id, { ...info, status: "pending" });
  }
  for (const [id, entry] of Object.entries(draft.ledger.subagents)) {
    if (!entry.isOpen) continue;
    draft.putLedger("subagents", id, { ...entry, isOpen: false });
    const info = getOwn(draft.now.subagents, id);
    if (info) draft.put("subagents", id, { ...info, status: "finished" });
  }
  if (draft.now.steps.some(({ status }) => status === "running")) {
    draft.set(
      "steps",
      draft.now.steps.map((step) => ({ ...step, status: "finished" as const })),
    );
  }
  return cut;
}

/** Drops arguments whose call never came, and keeps encrypted values whose entity never came. */
function settleHeld(draft: Draft): void {
  for (const toolCallId of Object.keys(draft.ledger.heldArguments)) {
    draft.report("orphaned-arguments", toolCallId);
    draft.putLedger("heldArguments", toolCallId, undefined);
  }
  for (const [key, encryptedValue] of Object.entries(draft.ledger.heldValues)) {
    const entityId = key.slice(key.indexOf(":") + 1);
    const id = draft.freshId(entityId || "encrypted");
    const span = draft.entry("spans", entityId);
    const subagentRunId = span?.owner;
    const role = "reasoning";
    draft.insert(present({ id, role, content: "", encryptedValue, subagentRunId }));
    draft.putLedger("reasoning", entityId, ledgerEntry(id, false, subagentRunId));
    draft.putLedger("heldValues", key, undefined);
    if (span) continue;
    draft.report("orphaned-encrypted-value", entityId);
  }
}

/**
 * The calls that are the application's to answer: made in this run, unanswered, held by no
 * interrupt, and either named by the server or calls of a tool this run's input offered.
 */
function pendingIds(draft: Draft, named: readonly string[]): string[] {
  const { messages, toolCalls, interrupts } = draft.now;
  const held = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  const offered = new Set(draft.ledger.toolNames);
  const nameOf = (id: string, messageId: string) => {
    const holder = messages[draft.find(messageId)];
    if (holder?.role !== "assistant") return undefined;
    return holder.toolCalls?.find((call) => call.id === id)?.function.name;
  };
  const isOurs = (id: string) => {
    const info = getOwn(toolCalls, id);
    if (info?.status !== "pending" || held.has(id)) return false;
    return named.includes(id) || offered.has(nameOf(id, info.messageId) ?? "");
  };
  const made = Object.keys(draft.ledger.toolCalls);
  return [...new Set([...named.filter((id) => made.includes(id)), ...made])].filter(isOurs);
}

export interface RunEnding {
  readonly phase: Ledger["phase"];
  readonly outcome: RunOutcome;
  /** `pendingToolCallIds` as RUN_FINISHED named them. */
  readonly named?: readonly string[] | undefined;
  readonly facts?: Pick<RunInfo, "result" | "error" | "usage">;
}

export function statusAfter(draft: Draft, outcome: RunOutcome): RunStatus {
  if (outcome === "error") return "error";
  return draft.now.interrupts.length > 0 ? "waiting" : "idle";
}

/** Ends the run: everything open is closed, everything held is settled. */
export function closeRun(draft: Draft, ending: RunEnding): void {
  const { phase, outcome, named = [], facts } = ending;
  const cut = closeEverything(draft);
  settleHeld(draft);
  const { run } = draft.now;
  const { isAttached } = draft.ledger;
  draft.setLedger({ phase, heldInterrupts: [], predictions: [], predictingIds: [] });
  draft.set("run", {
    ...run,
    ...facts,
    status: isAttached ? "streaming" : statusAfter(draft, outcome),
    outcome,
    pendingToolCallIds:
      outcome === "success" || outcome === "interrupt" ? pendingIds(draft, named) : [],
    unfinishedIds: [...run.unfinishedIds, ...cut],
    ...present({ endedAt: draft.at }),
  });
}
