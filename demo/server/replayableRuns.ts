import type { IncomingMessage, ServerResponse } from "node:http";
import type { EventInput, RunAgentInput } from "../../src/protocol/events.ts";
import { type ScriptStep, scriptedAgent } from "../../src/testing.ts";
import { cutConnection, restoreConnection } from "./exampleScript.ts";
import { type RunEnd, readBody, refuse } from "./http.ts";

/** Run that is independent of its connection, with its clients. */
interface ReplayableRun {
  /** Sent events, each as a Server-Sent Events frame with its position. */
  readonly frames: string[];
  readonly listeners: Set<ServerResponse>;
  readonly stopped: AbortController;
  isOver: boolean;
  /** True while the simulated connection is down. */
  isDown: boolean;
}

/** Options that start a run. */
export interface ReplayableRunOptions {
  readonly input: RunAgentInput;
  readonly steps: readonly ScriptStep[];
  readonly onEnd: (end: RunEnd) => void;
}

/** Runs that continue without a client and can be replayed from any position. */
export interface ReplayableRuns {
  begin(response: ServerResponse, options: ReplayableRunOptions): void;
  replay(request: IncomingMessage, response: ServerResponse): void;
  /** Ends a run that the user has stopped. */
  cancel(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const MAX_REMEMBERED = 200;

/** Time in milliseconds that a tab has to read the sent frames before a cut. */
const READ_MS = 150;

/** Creates the server's registry of replayable runs. */
export function createReplayableRuns(): ReplayableRuns {
  const runs = new Map<string, ReplayableRun>();

  function attach(run: ReplayableRun, response: ServerResponse, after: number): void {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.flushHeaders();
    for (const frame of run.frames.slice(after)) response.write(frame);
    if (run.isOver) {
      response.end();
      return;
    }
    run.listeners.add(response);
    response.once("close", () => run.listeners.delete(response));
  }

  return {
    begin(response, { input, steps, onEnd }) {
      const run: ReplayableRun = {
        frames: [],
        listeners: new Set(),
        stopped: new AbortController(),
        isOver: false,
        isDown: false,
      };
      runs.set(input.runId, run);
      const [oldest] = runs.keys();
      if (runs.size > MAX_REMEMBERED && oldest !== undefined) runs.delete(oldest);
      attach(run, response, 0);
      play(run, steps, input)
        .then(onEnd, () => onEnd("cut"))
        .finally(() => {
          run.isOver = true;
          for (const listener of run.listeners) listener.end();
        });
    },
    replay(request, response) {
      const { searchParams } = new URL(request.url ?? "/", "http://localhost");
      const run = runs.get(searchParams.get("runId") ?? "");
      if (!run) return refuse(response, 404, "There is no such run.");
      if (run.isDown) return refuse(response, 503, "The line is down.");
      attach(run, response, Number(searchParams.get("after") ?? 0));
    },
    async cancel(request, response) {
      const { runId } = JSON.parse((await readBody(request)) ?? "{}") as { runId?: string };
      const run = runs.get(runId ?? "");
      if (!run || run.isOver) return refuse(response, 404, "There is no such run.");
      run.stopped.abort();
      response.writeHead(202).end();
    },
  };
}

async function play(
  run: ReplayableRun,
  steps: readonly ScriptStep[],
  input: RunAgentInput,
): Promise<RunEnd> {
  const own = steps.map((step) => {
    if (step === cutConnection) return () => disconnect(run);
    if (step !== restoreConnection) return step;
    return () => {
      run.isDown = false;
      return undefined;
    };
  });
  const { signal } = run.stopped;
  try {
    for await (const item of scriptedAgent(own).run(input, { signal })) {
      for (const event of "type" in item ? [item] : item) sendEvent(run, event);
    }
    return "complete";
  } catch (error) {
    if (signal.aborted) return "abandoned";
    throw error;
  }
}

function sendEvent(run: ReplayableRun, event: EventInput): void {
  const frame = `id: ${run.frames.length + 1}\ndata: ${JSON.stringify(event)}\n\n`;
  run.frames.push(frame);
  for (const listener of run.listeners) listener.write(frame);
}

/** Disconnects all clients without a final event. */
async function disconnect(run: ReplayableRun): Promise<undefined> {
  // Browsers discard data that the page has not read when the connection fails.
  await new Promise((resolve) => setTimeout(resolve, READ_MS));
  run.isDown = true;
  for (const listener of run.listeners) listener.destroy();
}
