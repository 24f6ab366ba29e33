import type { Agent, AgentYield } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import { reasonOf } from "../../store/run/runError.ts";
import type { HttpResponseInfo, PlayedRun, RunPurpose } from "./observedRun.ts";

/** A run to request from the agent. */
export interface PlannedRun {
  readonly name: string;
  readonly purpose: RunPurpose;
  readonly input: RunAgentInput;
  readonly answeredIds?: readonly string[];
}

/** An agent, with access to its last HTTP response. */
export interface AgentUnderTest {
  readonly agent: Agent;
  readonly getResponse?: () => HttpResponseInfo | undefined;
}

/** Limits of a run. */
interface PlayOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Time that a stopped run has to end, in milliseconds. */
const STOP_GRACE_MS = 2_000;
/** Number of frames to read before stopping a run: its start and one more. */
const FRAMES_BEFORE_STOP = 2;
/** Number of frames after which a run is aborted, because an endless stream would fill the memory. */
const MAX_FRAMES = 20_000;

const TIMED_OUT = Symbol("timed out");

/** Runs an agent once, and records everything it yields, however the run ends. */
export async function playRun(
  { agent, getResponse }: AgentUnderTest,
  { name, purpose, input, answeredIds }: PlannedRun,
  { timeoutMs, signal }: PlayOptions,
): Promise<PlayedRun> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const timeout = startTimeout(timeoutMs);
  const frames: unknown[] = [];
  let end: Pick<PlayedRun, "endedBy" | "error" | "ignoredStop"> = { endedBy: "agent" };
  try {
    const iterator = agent.run(input, { signal: controller.signal })[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([iterator.next(), timeout.expired]);
      if (next === TIMED_OUT) {
        controller.abort();
        end = { endedBy: "timeout", error: runTimeoutError(timeoutMs) };
        break;
      }
      if (next.done) break;
      for (const frame of toFrames(next.value).slice(0, MAX_FRAMES - frames.length)) {
        frames.push(frame);
      }
      if (frames.length >= MAX_FRAMES) {
        controller.abort();
        end = { endedBy: "flood", error: floodError() };
        break;
      }
      if (purpose === "stopped" && frames.length >= FRAMES_BEFORE_STOP) {
        end = await stopRun(iterator, controller, Math.min(timeoutMs, STOP_GRACE_MS));
        break;
      }
    }
  } catch (cause) {
    end = { endedBy: "agent", error: toAgentError(cause) };
  } finally {
    timeout.clear();
    signal?.removeEventListener("abort", abort);
  }
  signal?.throwIfAborted();
  const response = getResponse?.();
  return {
    name,
    purpose,
    input,
    frames,
    ...end,
    ...(response && { response }),
    ...(answeredIds && { answeredIds }),
  };
}

/** Starts a timer; `clear` prevents it from keeping the process alive. */
function startTimeout(ms: number): { readonly expired: Promise<typeof TIMED_OUT>; clear(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), ms);
  });
  return { expired, clear: () => clearTimeout(timer) };
}

function toFrames(item: AgentYield): readonly unknown[] {
  return Array.isArray(item) ? item : [item];
}

function toAgentError(cause: unknown): AgentKitError {
  if (cause instanceof AgentKitError) return cause;
  const message = `The agent threw: ${reasonOf(cause)}. Correct its \`run\`, and check it again.`;
  return new AgentKitError("agent-failed", message, { cause });
}

function runTimeoutError(timeoutMs: number): AgentKitError {
  const message = `The run had not ended after ${timeoutMs} ms and was aborted.`;
  return new AgentKitError("timeout", message, { timeoutMs });
}

function floodError(): AgentKitError {
  const message = `The run had not ended after ${MAX_FRAMES} events and was aborted.`;
  return new AgentKitError("malformed-stream", message);
}

/** Stops a run like a user does, and waits for its end. Frames that it still yields are ignored. */
async function stopRun(
  iterator: AsyncIterator<AgentYield>,
  controller: AbortController,
  graceMs: number,
): Promise<Pick<PlayedRun, "endedBy" | "ignoredStop">> {
  controller.abort();
  const grace = startTimeout(graceMs);
  const ended = drain(iterator).catch(() => undefined);
  const result = await Promise.race([ended, grace.expired]);
  grace.clear();
  return { endedBy: "stop", ...(result === TIMED_OUT && { ignoredStop: true }) };
}

/** Reads to the end, up to a limit: a stream that never pauses would prevent the timer from firing. */
async function drain(iterator: AsyncIterator<AgentYield>): Promise<typeof TIMED_OUT | undefined> {
  for (let count = 0; count < MAX_FRAMES; count++) {
    if ((await iterator.next()).done) return undefined;
  }
  return TIMED_OUT;
}
