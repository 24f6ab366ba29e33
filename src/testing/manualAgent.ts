import type { Agent } from "../protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../protocol/events.ts";

/**
 * An agent whose stream a test writes step by step. Every step waits until the agent is run, and applies to the
 * current run. Steps that are left when a run ends apply to the next.
 */
export interface ManualAgent extends Agent {
  /** The input of every run so far, in order. */
  readonly inputs: readonly RunAgentInput[];
  /** The signal of the last run; aborted once the run is stopped. */
  readonly signal: AbortSignal | undefined;
  /** Resolves with the input of the current run, or of the next one. */
  started(): Promise<RunAgentInput>;
  /** Yields these events together. Resolves when the run has read them and asks for more. */
  emit(...events: readonly EventInput[]): Promise<void>;
  /** Ends the stream. Resolves when the run has read the end. */
  finish(): Promise<void>;
  /** Fails the stream with an error, like a broken connection. */
  fail(error: unknown): Promise<void>;
}

type ManualStep =
  | { readonly kind: "emit"; readonly events: readonly EventInput[]; readonly done: () => void }
  | { readonly kind: "finish"; readonly done: () => void }
  | { readonly kind: "fail"; readonly error: unknown; readonly done: () => void };

/**
 * Creates an agent that a test controls step by step, so that the test can inspect the state between two events
 * without timers.
 *
 * @example Inspect a thread while text streams
 * ```ts
 * const agent = manualAgent();
 * const thread = createThread({ agent });
 * const ended = thread.send("Hi");
 * const { threadId, runId } = await agent.started();
 * await agent.emit({ type: "RUN_STARTED", threadId, runId });
 * await agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" });
 * expect(thread.getSnapshot().messages).toHaveLength(2);
 * await agent.finish();
 * await ended;
 * ```
 * @see https://docs.ag-ui.com/concepts/agents
 */
export function manualAgent(): ManualAgent {
  const inputs: RunAgentInput[] = [];
  const steps: ManualStep[] = [];
  let signal: AbortSignal | undefined;
  let currentInput: RunAgentInput | undefined;
  /** Callbacks of runs and tests that wait for a change. */
  const waiters = new Set<() => void>();
  const notify = () => {
    for (const resume of [...waiters]) resume();
  };

  function waitForChange(): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        waiters.delete(resume);
        resolve();
      };
      waiters.add(resume);
    });
  }

  function addStep(create: (done: () => void) => ManualStep): Promise<void> {
    return new Promise((resolve) => {
      steps.push(create(resolve));
      notify();
    });
  }

  async function* playSteps(
    runSignal: AbortSignal,
  ): AsyncGenerator<readonly EventInput[], void, undefined> {
    for (;;) {
      runSignal.throwIfAborted();
      const next = steps.shift();
      if (!next) {
        await waitForChange();
        continue;
      }
      try {
        if (next.kind === "finish") return;
        if (next.kind === "fail") throw next.error;
        if (next.events.length > 0) yield next.events;
      } finally {
        next.done();
      }
    }
  }

  return {
    inputs,
    // The test ends the stream.
    endMs: 0,
    get signal() {
      return signal;
    },
    async *run(input, options) {
      inputs.push(input);
      currentInput = input;
      signal = options.signal;
      signal.addEventListener("abort", notify);
      notify();
      try {
        yield* playSteps(options.signal);
      } finally {
        options.signal.removeEventListener("abort", notify);
        currentInput = undefined;
      }
    },
    async started() {
      while (!currentInput) await waitForChange();
      return currentInput;
    },
    emit: (...events) => addStep((done) => ({ kind: "emit", events, done })),
    finish: () => addStep((done) => ({ kind: "finish", done })),
    fail: (error) => addStep((done) => ({ kind: "fail", error, done })),
  };
}
