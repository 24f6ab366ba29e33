import { detectDialect } from "../../dialects/detectDialect.ts";
import type { Agent } from "../../protocol/agent.ts";
import type { Dialect } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import {
  type ConformanceDialectName,
  dialectNamed,
  dialectNames,
  isDialectName,
} from "./dialectNamed.ts";
import { judgeRuns } from "./judgeRuns.ts";
import type { ObservedRun } from "./observedRun.ts";
import { observeRun } from "./observeRun.ts";
import { type PlannedRun, playRun } from "./playRun.ts";
import { assertThere, nameOf, reach } from "./reach.ts";
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
  /** Sent with every request; for an address only. Over a WebSocket only Node sends them. */
  readonly headers?: HeadersInit;
  /**
   * Reads the answers in the dialect of another system: what it makes of them is checked. By its name
   * as it is without options. `"auto"` listens first, and starts over in the dialect that it hears; one
   * whose server takes requests of its own only (`hector`, `arkavo`) has to be named. An agent that is no
   * address translates by itself: say here which dialect it has.
   *
   * @defaultValue none: an accent that is heard is named in the report
   */
  readonly dialect?: Dialect | ConformanceDialectName | "auto";
  /** Told the name of each run as it begins, since a check takes its time. */
  readonly onRun?: (name: string) => void;
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

/** Longer timers fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Ends a check that only listens. */
class AccentHeard extends Error {
  readonly dialect: string;

  constructor(dialect: string) {
    super(dialect);
    this.dialect = dialect;
  }
}

/**
 * Runs an agent through the rules of AG-UI and reports which event types, roles, shapes, lifecycle,
 * state and interrupt rules it meets, breaks or never shows. It asks about eight questions, so an agent
 * with a model behind it takes its time and its tokens; what is not led to, by `prompts`, is not shown.
 *
 * It does not judge what the agent says, and it does not fail for a broken rule: look at `verdict`. An
 * interrupt in an older spelling (the draft's, LangGraph's `on_interrupt`) is a finding, and is answered
 * in its spelling; the rules about the answers of 1.0 count as never shown then.
 *
 * @param agent - An agent of the page, or the address of one: `http:` and `https:` take a POST of
 * `RunAgentInput`, `ws:` and `wss:` are spoken to as `webSocketAgent` does.
 * @example Agents under test
 * ```ts
 * const report = await checkConformance("http://localhost:8000/agent", {
 *   prompts: [{ text: "Delete the draft", answer: { approved: false } }],
 * });
 * expect(report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
 * ```
 * @throws AgentKitError `invalid-argument` for an address that is none and for options that cannot work;
 * what the first run failed with (`network`, `http-status`, `content-type`, `timeout`,
 * `missing-dependency` where there is no WebSocket) when there is no agent at the address.
 * @see https://docs.ag-ui.com/concepts/events
 */
export async function checkConformance(
  agent: Agent | string | URL,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const { timeoutMs = 30_000, dialect } = options;
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS)) {
    refuse(`timeoutMs is ${timeoutMs}, and has to be from 1 to ${LONGEST_MS}.`);
  }
  if (typeof dialect !== "string") return check(agent, options, dialect);
  if (dialect !== "auto") return check(agent, options, await named(dialect));
  if (!isAddress(agent)) refuse('dialect "auto" is for an address: an agent has its own.');
  try {
    return await check(agent, options, undefined);
  } catch (error) {
    if (!(error instanceof AccentHeard)) throw error;
    return check(agent, options, await named(error.dialect));
  }
}

function refuse(fault: string): never {
  throw new AgentKitError("invalid-argument", `checkConformance cannot work like this: ${fault}`);
}

function named(name: string): Promise<Dialect> {
  return isDialectName(name)
    ? dialectNamed(name)
    : refuse(`there is no dialect "${name}", but ${dialectNames.join(", ")}.`);
}

function isAddress(agent: Agent | string | URL): agent is string | URL {
  return typeof agent === "string" || agent instanceof URL;
}

async function check(
  agent: Agent | string | URL,
  options: ConformanceOptions,
  dialect: Dialect | undefined,
): Promise<ConformanceReport> {
  const { question = "Hello", prompts = [], runs: names = ALL, timeoutMs = 30_000 } = options;
  const { signal, headers, onRun } = options;
  const place = nameOf(agent);
  const subject = isAddress(agent) ? reach(agent, { headers, dialect }) : { agent };
  const runs: ObservedRun[] = [];
  const play = async (plan: PlannedRun): Promise<ObservedRun> => {
    onRun?.(plan.name);
    const played = await playRun(subject, plan, { timeoutMs, signal });
    if (isAddress(agent) && runs.length === 0) assertThere(played, place);
    const run = observeRun(played, dialect ? undefined : hear(played.frames));
    if (options.dialect === "auto" && run.accent) throw new AccentHeard(run.accent.dialect);
    runs.push(run);
    return run;
  };
  const player = { play, hasDialect: dialect !== undefined };
  await runPlan(player, question, prompts, new Set(names));
  return judgeRuns(runs, place, dialect?.name);
}

/** Which accent the frames are in, and which of them gives it away. */
function hear(frames: readonly unknown[]): ObservedRun["accent"] {
  let at = -1;
  function* counted() {
    for (const frame of frames) {
      at++;
      yield frame;
    }
  }
  const dialect = detectDialect(counted());
  return dialect === undefined ? undefined : { dialect, at };
}
