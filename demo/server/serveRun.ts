import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ScriptStep, scriptedAgent } from "../../src/testing.ts";
import type { DemoDialect, Frame } from "./dialects/demoDialect.ts";
import { ConnectionCut, type ExampleScript, readConversation } from "./exampleScript.ts";
import { MAX_BODY_BYTES, type RunEnd, readBody, refuse } from "./http.ts";
import { type ReadInput, readInput } from "./readInput.ts";
import type { ReplayableRuns } from "./replayableRuns.ts";

/** Options of one request. */
export interface ServeRunOptions {
  readonly example: ExampleScript;
  /**
   * Format of the request and its answer.
   * @defaultValue AG-UI itself
   */
  readonly dialect?: DemoDialect | undefined;
  /** Returns the actual length of a scripted pause. */
  readonly pace: (delayMs: number) => number;
  /** Returns the number of earlier runs of this message in this thread. */
  readonly countAttempt: (threadId: string, messageId: string) => number;
  /** Takes over a run that continues without its client. */
  readonly beginReplayable?: ReplayableRuns["begin"];
  readonly onStart: () => void;
  readonly onEnd: (end: RunEnd) => void;
}

/** Answers a POST of a `RunAgentInput` with the example's events as Server-Sent Events. */
export async function serveRun(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServeRunOptions,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    return refuse(response, 413, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  }
  const { dialect } = options;
  const read = dialect ? readAs(dialect, body) : readInput(body);
  if ("error" in read) return refuse(response, 400, read.error);
  const { input } = read;
  const { messageId, ...conversation } = readConversation(input);
  const steps = options.example({
    input,
    ...conversation,
    attempt: options.countAttempt(input.threadId, messageId),
    origin: `http://${request.headers.host ?? "localhost"}`,
  });
  if ("error" in steps) return refuse(response, steps.status, steps.error);

  if (options.beginReplayable) {
    options.onStart();
    const played = atPace(steps, options.pace);
    return options.beginReplayable(response, { input, steps: played, onEnd: options.onEnd });
  }

  const gone = new AbortController();
  response.once("close", () => gone.abort());
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
  options.onStart();
  let end: RunEnd = "complete";
  try {
    const agent = scriptedAgent(atPace(steps, options.pace));
    const speller = dialect?.createEncoder(input);
    for await (const item of agent.run(input, { signal: gone.signal })) {
      for (const event of "type" in item ? [item] : item) {
        for (const frame of speller?.encode(event) ?? [{ data: event }])
          await send(response, frame, gone.signal);
      }
    }
    for (const frame of speller?.end() ?? []) await send(response, frame, gone.signal);
    response.end();
  } catch (error) {
    if (gone.signal.aborted) end = "abandoned";
    else if (error instanceof ConnectionCut) end = "cut";
    else throw error;
    response.destroy();
  } finally {
    options.onEnd(end);
  }
}

/** Returns the steps of a script with adjusted pauses. */
export function atPace(
  steps: readonly ScriptStep[],
  pace: ServeRunOptions["pace"],
): readonly ScriptStep[] {
  return steps.flatMap((step): readonly ScriptStep[] => {
    if (typeof step !== "object" || !("delayMs" in step)) return [step];
    const delayMs = pace(step.delayMs);
    return delayMs === 0 ? [] : [{ delayMs }];
  });
}

/** Resolves when the next frame may be sent, so that a slow client slows the script down. */
async function send(
  response: ServerResponse,
  { event, data }: Frame,
  signal: AbortSignal,
): Promise<void> {
  const name = event === undefined ? "" : `event: ${event}\n`;
  const text = typeof data === "string" ? data : JSON.stringify(data);
  signal.throwIfAborted();
  // A write to a closing connection never calls back: only `close` fires.
  if (!response.write(`${name}data: ${text}\n\n`)) await once(response, "drain", { signal });
}

function readAs(dialect: DemoDialect, body: string): ReadInput {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return { error: "The body is not JSON." };
  }
  const input = dialect.read(request);
  return input ? { input } : { error: "The body is no request of this system's." };
}
