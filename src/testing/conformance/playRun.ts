import type { Agent, AgentYield } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import type { Exchange, PlayedRun, RunPurpose } from "./observedRun.ts";

/** One run that is to be asked for. */
export interface PlannedRun {
  readonly name: string;
  readonly purpose: RunPurpose;
  readonly input: RunAgentInput;
  readonly answeredIds?: readonly string[];
}

/** An agent, and what HTTP said about its last answer. */
export interface Subject {
  readonly agent: Agent;
  readonly exchange?: () => Exchange | undefined;
}

export interface PlayOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** How long a stopped run may take to notice at most, in milliseconds. */
const STOP_GRACE_MS = 2_000;
/** How many frames of a stopped run are read: its start, and one thing more. */
const FRAMES_BEFORE_STOP = 2;
/** How many frames are kept of a run. No answer has so many; one that has no end would fill the memory. */
const MAX_FRAMES = 20_000;

const LATE = Symbol("late");

/** A promise that resolves after a while; `clear` keeps it from holding up the process. */
function after(ms: number): { readonly passed: Promise<typeof LATE>; clear(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), ms);
  });
  return { passed, clear: () => clearTimeout(timer) };
}

function toError(cause: unknown): AgentKitError {
  if (cause instanceof AgentKitError) return cause;
  const words = cause instanceof Error ? cause.message : String(cause);
  return new AgentKitError("agent-failed", `The agent threw: ${words}`, { cause });
}

function toList(item: AgentYield): readonly unknown[] {
  return Array.isArray(item) ? item : [item];
}

function tooLong(timeoutMs: number): AgentKitError {
  const words = `The run had not ended after ${timeoutMs} ms, and was given up.`;
  return new AgentKitError("timeout", words, { timeoutMs });
}

function endless(): AgentKitError {
  const words = `The run had not ended after ${MAX_FRAMES} events, and was given up.`;
  return new AgentKitError("malformed-stream", words);
}

/** Runs an agent once and keeps all that it yields, whatever its end is. */
export async function playRun(
  { agent, exchange }: Subject,
  { name, purpose, input, answeredIds }: PlannedRun,
  { timeoutMs, signal }: PlayOptions,
): Promise<PlayedRun> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const limit = after(timeoutMs);
  const frames: unknown[] = [];
  let end: Pick<PlayedRun, "endedBy" | "error" | "ignoredStop"> = { endedBy: "agent" };
  try {
    const iterator = agent.run(input, { signal: controller.signal })[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([iterator.next(), limit.passed]);
      if (next === LATE) {
        controller.abort();
        end = { endedBy: "timeout", error: tooLong(timeoutMs) };
        break;
      }
      if (next.done) break;
      for (const frame of toList(next.value).slice(0, MAX_FRAMES - frames.length)) {
        frames.push(frame);
      }
      if (frames.length >= MAX_FRAMES) {
        controller.abort();
        end = { endedBy: "flood", error: endless() };
        break;
      }
      if (purpose === "stopped" && frames.length >= FRAMES_BEFORE_STOP) {
        end = await stop(iterator, controller, Math.min(timeoutMs, STOP_GRACE_MS));
        break;
      }
    }
  } catch (cause) {
    end = { endedBy: "agent", error: toError(cause) };
  } finally {
    limit.clear();
    signal?.removeEventListener("abort", abort);
  }
  signal?.throwIfAborted();
  const heard = exchange?.();
  return {
    name,
    purpose,
    input,
    frames,
    ...end,
    ...(heard && { exchange: heard }),
    ...(answeredIds && { answeredIds }),
  };
}

/** Stops a run as a person does. What it still yields is not looked at; one that is over is not stopped. */
async function stop(
  iterator: AsyncIterator<AgentYield>,
  controller: AbortController,
  graceMs: number,
): Promise<Pick<PlayedRun, "endedBy" | "ignoredStop">> {
  controller.abort();
  const grace = after(graceMs);
  const ended = drain(iterator).catch(() => undefined);
  const last = await Promise.race([ended, grace.passed]);
  grace.clear();
  return { endedBy: "stop", ...(last === LATE && { ignoredStop: true }) };
}

/** Waits for the end. A stream that never waits for anything would keep the timers from firing. */
async function drain(iterator: AsyncIterator<AgentYield>): Promise<typeof LATE | undefined> {
  for (let count = 0; count < MAX_FRAMES; count++) {
    if ((await iterator.next()).done) return undefined;
  }
  return LATE;
}
