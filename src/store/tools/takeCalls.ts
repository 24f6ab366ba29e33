import { present } from "../../protocol/present.ts";
import { getOwn } from "../../reducer/records.ts";
import { findToolCall } from "../../reducer/select.ts";
import type { RunHalt, RunInfo, Snapshot } from "../../reducer/snapshot.ts";
import { editRun, setCallStatus } from "../../reducer/turn.ts";
import type { RunContext } from "../runContext.ts";
import type { ThreadCore, TurnMemory } from "../threadCore.ts";
import type { RunParameters } from "../types.ts";
import { askedBy, giveAnswer } from "./giveAnswer.ts";
import { isLeftToProgram } from "./registry.ts";
import { countRepeats, MAX_REPEATS } from "./repeats.ts";
import type { AnyTool } from "./types.ts";
import { type TakenCall, workOn } from "./workOn.ts";

/** The calls this page answers: those that are pending, and those TanStack asks for as interrupts. */
function callsToTake(
  snapshot: Snapshot,
  registered: ReadonlyMap<string, AnyTool>,
  offered: RunParameters["tools"],
): readonly TakenCall[] {
  const { run, interrupts } = snapshot;
  const asked = interrupts.flatMap(({ toolCallId: id }) => (id && askedBy(snapshot, id) ? id : []));
  return [...run.pendingToolCallIds, ...asked].flatMap((id) => {
    const found = findToolCall(snapshot, id);
    if (found?.info.status !== "pending") return [];
    const { name, arguments: args } = found.toolCall.function;
    // An interrupt for a tool nobody registered is left for a person to see.
    const isLeft = asked.includes(id)
      ? !registered.has(name)
      : isLeftToProgram(name, registered, offered);
    return isLeft ? [] : { id, name, args };
  });
}

/**
 * Answers the calls of a turn that are this page's: runs their handlers, all at once, and shows
 * those of tools without one to a person.
 *
 * @returns Whether the agent is to be run again. Otherwise the thread has come to rest.
 */
export async function takeCalls<TState>(
  core: ThreadCore<TState>,
  { signal, release, parameters }: Pick<RunContext<TState>, "signal" | "release" | "parameters">,
): Promise<boolean> {
  const { getSnapshot, commit, given, tools, memory } = core;
  const registered = tools.all();
  const calls = callsToTake(getSnapshot(), registered, parameters.tools);
  memory.repeats = countRepeats(memory.repeats, calls);

  for (const { id, name } of calls) {
    if (registered.get(name)?.followUp === false) core.restful.add(id);
  }
  const ids = calls.filter(({ name }) => registered.get(name)?.handler).map(({ id }) => id);
  if (ids.length > 0) commit(setCallStatus(getSnapshot(), ids, "running"), "now");
  // One listener for all handlers: one for each would look like a leak.
  let handleAbort = () => {};
  const stopping = new Promise<void>((resolve) => {
    handleAbort = resolve;
  });
  signal.addEventListener("abort", handleAbort);
  let wantsRest = false;
  let hasFailed = false;
  await Promise.all(
    calls.map(async (call) => {
      const { id, name } = call;
      const result = given.get(id) ?? (await workOn(core, call, { signal, stopping }));
      if (!result) return;
      giveAnswer(core, id, result);
      if (result.error !== undefined) hasFailed = true;
      // As it was when it was called: its handler may have unmounted it.
      else if (registered.get(name)?.followUp === false) wantsRest = true;
    }),
  );
  signal.removeEventListener("abort", handleAbort);

  // A call that failed is handed back to the agent, whatever the others of its turn want.
  const halt = hasFailed ? loopReason(core, memory) : reasonToHalt(core, memory, wantsRest);
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
  core: ThreadCore<TState>,
  memory: TurnMemory,
  wantsRest: boolean,
): RunHalt | undefined {
  const { run, interrupts } = core.getSnapshot();
  if (run.halt) return run.halt;
  // An agent that was interrupted waits for its answers, whatever a tool beside them wants.
  if (wantsRest && interrupts.length === 0) return "follow-up";
  return loopReason(core, memory);
}

/** Whether the agent has gone on by itself for long enough. */
export function loopReason<TState>(
  { getSnapshot, maxSteps }: ThreadCore<TState>,
  { steps, repeats }: TurnMemory,
): RunHalt | undefined {
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
