import {
  createThread,
  type EventInput,
  type Interrupt,
  type ResumeEntry,
  type Thread,
  type ThreadOptions,
} from "../../../src/core.ts";
import {
  runFinished,
  runStarted,
  type Script,
  type ScriptedAgent,
  type ScriptFunction,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";

/** A time before every expiry used here. */
export const NOW = Date.parse("2025-06-01T12:00:00Z");
export const PAST = "2025-06-01T11:59:59Z";
export const FUTURE = "2025-06-01T12:00:01Z";

/** Returns the end of a run with these interrupts, whose default ids are `i1`, `i2` … */
export function interrupts(...list: readonly Partial<Interrupt>[]): ScriptFunction {
  return runFinished({
    outcome: {
      type: "interrupt",
      interrupts: list.map((fields, i) => ({ id: `i${i + 1}`, reason: "confirmation", ...fields })),
    },
  });
}

/** Returns a run with these events that ends with these interrupts. */
export function interruptRun(
  list: readonly Partial<Interrupt>[],
  ...events: readonly EventInput[]
): Script {
  return [runStarted(), ...events, interrupts(...list)];
}

export interface InterruptedThread {
  readonly agent: ScriptedAgent;
  readonly thread: Thread;
}

/**
 * Creates a thread that waits for answers to these interrupts; the run after them answers "Done".
 */
export async function createInterruptedThread(
  list: readonly Partial<Interrupt>[],
  { after = [textRun("Done")], ...options }: InterruptedThreadOptions = {},
): Promise<InterruptedThread> {
  const agent = scriptedAgent(interruptRun(list), ...after);
  const thread = createThread({ agent, now: () => NOW, ...options });
  await thread.send("Hi");
  return { agent, thread };
}

export interface InterruptedThreadOptions extends Partial<Omit<ThreadOptions, "agent">> {
  /** Runs after the interrupts. */
  readonly after?: readonly Script[];
}

export const approve = (interruptId: string, payload: unknown = true): ResumeEntry => ({
  interruptId,
  status: "resolved",
  payload,
});

export const cancel = (interruptId: string): ResumeEntry => ({ interruptId, status: "cancelled" });
