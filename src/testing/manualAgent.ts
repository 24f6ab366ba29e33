import type { Agent } from "../protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../protocol/events.ts";

/**
 * An agent whose stream a test writes as it goes. Every verb waits until the agent has been run,
 * and takes effect on the run that goes on; what is left when a run ends is for the next.
 */
export interface ManualAgent extends Agent {
  /** The input of every run so far, in order. */
  readonly inputs: readonly RunAgentInput[];
  /** The signal of the last run: aborted once the run was stopped. */
  readonly signal: AbortSignal | undefined;
  /** Resolves with the input of the run that goes on, or of the next. */
  started(): Promise<RunAgentInput>;
  /** Yields these events together. Resolves when the run has taken them and asks for more. */
  emit(...events: readonly EventInput[]): Promise<void>;
  /** Ends the stream. Resolves when the run has seen the end. */
  finish(): Promise<void>;
  /** Fails the stream with that error, as a broken connection would. */
  fail(error: unknown): Promise<void>;
}

type Act =
  | { readonly kind: "emit"; readonly events: readonly EventInput[]; readonly done: () => void }
  | { readonly kind: "finish"; readonly done: () => void }
  | { readonly kind: "fail"; readonly error: unknown; readonly done: () => void };

/**
 * Makes an agent that does what the test says next, so that a test can look between two events
 * and needs no timers.
 *
 * @example Looking while the text streams
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
 */
export function manualAgent(): ManualAgent {
  const inputs: RunAgentInput[] = [];
  const acts: Act[] = [];
  let signal: AbortSignal | undefined;
  let running: RunAgentInput | undefined;
  /** Wakes whoever waits for something to happen here: a run, a test. */
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resume of [...waiting]) resume();
  };

  function change(): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        waiting.delete(resume);
        resolve();
      };
      waiting.add(resume);
    });
  }

  function act(create: (done: () => void) => Act): Promise<void> {
    return new Promise((resolve) => {
      acts.push(create(resolve));
      wake();
    });
  }

  async function* play(own: AbortSignal): AsyncGenerator<readonly EventInput[], void, undefined> {
    for (;;) {
      own.throwIfAborted();
      const next = acts.shift();
      if (!next) {
        await change();
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
    get signal() {
      return signal;
    },
    async *run(input, options) {
      inputs.push(input);
      running = input;
      signal = options.signal;
      signal.addEventListener("abort", wake);
      wake();
      try {
        yield* play(options.signal);
      } finally {
        options.signal.removeEventListener("abort", wake);
        running = undefined;
      }
    },
    async started() {
      while (!running) await change();
      return running;
    },
    emit: (...events) => act((done) => ({ kind: "emit", events, done })),
    finish: () => act((done) => ({ kind: "finish", done })),
    fail: (error) => act((done) => ({ kind: "fail", error, done })),
  };
}
