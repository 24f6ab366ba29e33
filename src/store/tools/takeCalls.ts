import type { ResumeEntry, ToolMessage } from "../../protocol/events.ts";
import { present } from "../../protocol/present.ts";
import { getOwn } from "../../reducer/records.ts";
import { findToolCall } from "../../reducer/select.ts";
import type { RunHalt, RunInfo, Snapshot } from "../../reducer/snapshot.ts";
import { answerCalls } from "../../reducer/transitions.ts";
import { editRun, recordAnswers, setCallStatus } from "../../reducer/turn.ts";
import { CLIENT_TOOL } from "../clientTool.ts";
import type { RunContext } from "../runContext.ts";
import type { ThreadCore, TurnMemory } from "../threadCore.ts";
import { countRepeats, MAX_REPEATS } from "./repeats.ts";
import type { ToolResult } from "./results.ts";
import { type TakenCall, workOn } from "./workOn.ts";

/** The calls this page answers: those that are pending, and those TanStack asks for as interrupts. */
function callsToTake(snapshot: Snapshot, names: ReadonlySet<string>): readonly TakenCall[] {
  const { run, interrupts } = snapshot;
  const asked = interrupts.filter(({ reason, answer }) => reason === CLIENT_TOOL && !answer);
  const ids: { readonly id: string; readonly interruptId?: string }[] = [
    ...run.pendingToolCallIds.map((id) => ({ id })),
    ...asked.flatMap(({ id: interruptId, toolCallId: id }) => (id ? { id, interruptId } : [])),
  ];
  return ids.flatMap(({ id, interruptId }) => {
    const found = findToolCall(snapshot, id);
    if (found?.info.status !== "pending") return [];
    const call = found.toolCall.function;
    // An interrupt for a tool nobody registered is left for a person to see.
    if (interruptId !== undefined && !names.has(call.name)) return [];
    return { id, name: call.name, args: call.arguments, ...(interruptId && { interruptId }) };
  });
}

/** The payload of an answer that goes back as an interrupt's: what the tool returned, as JSON. */
function toPayload({ content, error }: ToolResult): unknown {
  if (error !== undefined) return { error: content };
  if (typeof content !== "string") return content;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/**
 * Answers the calls of a turn that are this page's: runs their handlers, all at once, and shows
 * those of tools without one to a person.
 *
 * @returns Whether the agent is to be run again. Otherwise the thread has come to rest.
 */
export async function takeCalls<TState>(
  core: ThreadCore<TState>,
  memory: TurnMemory,
  { signal, release }: Pick<RunContext<TState>, "signal" | "release">,
): Promise<boolean> {
  const { getSnapshot, commit, listeners, createId, now } = core;
  const names = new Set(core.tools.all().keys());
  const calls = callsToTake(getSnapshot(), names);
  memory.repeats = countRepeats(memory.repeats, calls);

  function answer({ id, interruptId }: TakenCall, result: ToolResult, wantsMore: boolean): void {
    core.given.set(id, result);
    if (interruptId !== undefined) {
      const entry: ResumeEntry = { interruptId, status: "resolved", payload: toPayload(result) };
      commit(recordAnswers(getSnapshot(), new Map([[interruptId, entry]]), undefined), "now");
      return;
    }
    const message: ToolMessage = { id: createId(), role: "tool", toolCallId: id, ...result };
    const answered = answerCalls(getSnapshot(), [message], now());
    commit(wantsMore ? answered : editRun(answered, { halt: "follow-up" }), "now");
    listeners.notify("onMessage", message);
  }

  const ids = calls.map(({ id }) => id);
  if (ids.length > 0) commit(setCallStatus(getSnapshot(), ids, "running"), "now");
  await Promise.all(
    calls.map((call) => {
      const given = core.given.get(call.id);
      return given ? answer(call, given, true) : workOn(core, call, signal, answer);
    }),
  );

  const halt = reasonToHalt(core, memory);
  if (!signal.aborted && !halt && isAnswered(getSnapshot())) {
    memory.steps++;
    return true;
  }
  // Nothing may come between: from here on a person's answer makes the thread go on.
  release();
  commit(
    rested(getSnapshot(), signal.aborted ? { outcome: "cancelled" } : present({ halt })),
    "now",
  );
  return false;
}

/** Whether nobody is waited for any more: every call and every interrupt has its answer. */
export function isAnswered({ run, interrupts }: Snapshot): boolean {
  return run.pendingToolCallIds.length === 0 && interrupts.every(({ answer }) => answer);
}

function reasonToHalt<TState>(
  { getSnapshot, maxSteps }: ThreadCore<TState>,
  { steps, repeats }: TurnMemory,
): RunHalt | undefined {
  const { halt } = getSnapshot().run;
  if (halt) return halt;
  if (!isAnswered(getSnapshot())) return undefined;
  if (steps >= maxSteps) return "max-steps";
  return [...repeats.values()].some((count) => count >= MAX_REPEATS) ? "repeated-call" : undefined;
}

/** The snapshot of a thread that has come to rest: it waits for a person, or for the next message. */
function rested<TState>(
  snapshot: Snapshot<TState>,
  facts: Partial<Pick<RunInfo, "outcome" | "halt">>,
): Snapshot<TState> {
  const isAsking = snapshot.run.pendingToolCallIds.some(
    (id) => getOwn(snapshot.toolCalls, id)?.status === "waiting",
  );
  const isWaiting = isAsking || snapshot.interrupts.some(({ answer }) => !answer);
  return editRun(snapshot, { ...facts, status: isWaiting ? "waiting" : "idle" });
}
