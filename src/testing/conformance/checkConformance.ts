import { detectDialect } from "../../dialects/detectDialect.ts";
import type { Agent } from "../../protocol/agent.ts";
import type { Dialect } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { present } from "../../protocol/present.ts";
import { httpAgent } from "../../transport/httpAgent.ts";
import { judgeRuns } from "./judgeRuns.ts";
import type { Exchange, ObservedRun, PlayedRun } from "./observedRun.ts";
import { observeRun } from "./observeRun.ts";
import { playRun, type Subject } from "./playRun.ts";
import type { ConformanceReport } from "./report.ts";
import { type ConformancePrompt, type ConformanceRunName, runPlan } from "./runPlan.ts";

/** What to ask an agent, and how long to wait. */
export interface ConformanceOptions {
  /** The question of every run that is not about a prompt of yours. @defaultValue `"Hello"` */
  readonly question?: string;
  /**
   * What else to ask, each in a thread of its own, to lead the agent to its tools, its reasoning, its
   * interrupts. A run may end in RUN_ERROR here: it may be meant to.
   *
   * @defaultValue none
   */
  readonly prompts?: readonly (ConformancePrompt | string)[];
  /**
   * Which parts to run: `question` (and a second turn in its thread), `tools` (offers one), `state`
   * (sends one), `odd-input` (legal and unusual), `smallest-input` (the three required fields; not in a `dialect`), `stop`
   * (aborts a run, then goes on in its thread) and `prompts`.
   *
   * @defaultValue all of them
   */
  readonly runs?: readonly ConformanceRunName[];
  /** How long each run may take, in milliseconds. @defaultValue `30_000` */
  readonly timeoutMs?: number;
  /** Gives the check up. */
  readonly signal?: AbortSignal;
  /** Sent with every request; for an address only. */
  readonly headers?: HeadersInit;
  /** Reads the address's answers in the dialect of another system; what it makes of them is checked. */
  readonly dialect?: Dialect;
}

const ALL: readonly ConformanceRunName[] = [
  "question",
  "tools",
  "state",
  "odd-input",
  "smallest-input",
  "stop",
  "prompts",
];

/** Answers that say that there is no agent for us at this address. */
const NOBODY_THERE = new Set([401, 403, 404, 405, 407, 502, 503, 504]);

/**
 * Runs an agent through the rules of AG-UI and reports which event types, roles, shapes, lifecycle,
 * state and interrupt rules it meets, breaks or never shows. It asks about eight questions, so an agent
 * with a model behind it takes its time and its tokens; what is not led to, by `prompts`, is not shown.
 *
 * It does not judge what the agent says, and it does not fail for a broken rule: look at `verdict`. For
 * another transport than HTTP hand in the agent: `webSocketAgent({ url })`.
 *
 * @param agent - An agent of the page, or the address of one that takes a POST of `RunAgentInput`.
 * @example Agents under test
 * ```ts
 * const report = await checkConformance("http://localhost:8000/agent", {
 *   prompts: [{ text: "Delete the draft", answer: { approved: false } }],
 * });
 * expect(report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
 * ```
 * @throws AgentKitError `invalid-argument` for an address that is none; what the first run failed with
 * (`network`, `http-status`, `timeout`) when there is no agent at the address.
 * @see https://docs.ag-ui.com/concepts/events
 */
export async function checkConformance(
  agent: Agent | string | URL,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const { question = "Hello", prompts = [], runs: names = ALL, timeoutMs = 30_000 } = options;
  const { signal } = options;
  const isAddress = typeof agent === "string" || agent instanceof URL;
  const subject = isAddress ? reach(agent, options) : { agent };
  const runs: ObservedRun[] = [];
  const play = async (plan: Parameters<typeof playRun>[1]): Promise<ObservedRun> => {
    const played = await playRun(subject, plan, { timeoutMs, signal });
    if (isAddress && runs.length === 0) assertThere(played);
    const run = observeRun(played, options.dialect ? undefined : detectDialect(played.frames));
    runs.push(run);
    return run;
  };
  await runPlan(
    { play, hasDialect: options.dialect !== undefined },
    question,
    prompts,
    new Set(names),
  );
  return judgeRuns(runs, isAddress ? placeOf(agent) : "agent");
}

/** For the report: the query may hold a key. */
function placeOf(address: string | URL): string {
  return String(address).replace(/[?#].*$/, "");
}

function reach(address: string | URL, { headers, dialect }: ConformanceOptions): Subject {
  const url = parse(address);
  let heard: Exchange | undefined;
  const watchedFetch = async (to: string, init: RequestInit): Promise<Response> => {
    heard = undefined;
    const response = await fetch(to, init);
    const [type = ""] = (response.headers.get("content-type") ?? "").split(/[;,]/);
    heard = { status: response.status, mediaType: type.trim().toLowerCase() };
    return response;
  };
  const agent = httpAgent({
    url,
    fetch: watchedFetch,
    // The whole run has a limit of its own.
    timeouts: { responseMs: 0, idleMs: 0 },
    ...present({ headers, dialect }),
  });
  return { agent, exchange: () => heard };
}

function parse(address: string | URL): URL {
  try {
    const url = new URL(address);
    if (url.protocol === "http:" || url.protocol === "https:") return url;
  } catch {
    // Said below.
  }
  throw new AgentKitError(
    "invalid-argument",
    `${address} is no address of an agent. Give the whole of it: http://localhost:8000/agent.`,
  );
}

function assertThere({ error, endedBy, frames }: PlayedRun): void {
  if (frames.length > 0) return;
  if (endedBy === "timeout") {
    throw new AgentKitError("timeout", "The agent said nothing. Raise timeoutMs if it is slow.");
  }
  const isRefused = error?.code === "http-status" && NOBODY_THERE.has(error.context.status ?? 0);
  if (error && (isRefused || error.code === "network" || error.code === "timeout")) throw error;
}
