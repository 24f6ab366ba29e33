import { arkavo } from "../../dialects/arkavo/arkavo.ts";
import { awaken } from "../../dialects/awaken/awaken.ts";
import { detectDialect } from "../../dialects/detectDialect.ts";
import { hector } from "../../dialects/hector/hector.ts";
import { tanstack } from "../../dialects/tanstack/tanstack.ts";
import type { Agent } from "../../protocol/agent.ts";
import type { Dialect } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { HttpAgentOptions } from "../../transport/http/httpAgentOptions.ts";
import { assertAgentResponded, createAgentAtUrl, displayName } from "./agentAtUrl.ts";
import { judgeRuns } from "./judgeRuns.ts";
import type { ObservedRun } from "./observedRun.ts";
import { observeRun } from "./observeRun.ts";
import { type PlannedRun, playRun } from "./playRun.ts";
import type { ConformanceReport } from "./report.ts";
import { type ConformancePrompt, type ConformanceRunName, runPlan } from "./runPlan.ts";

/** Options of {@link checkConformance}. */
export interface ConformanceOptions {
  /** The user message of every run without a prompt of yours. @defaultValue `"Hello"` */
  readonly question?: string;
  /**
   * Additional messages, each sent in its own thread, that lead the agent to its tools, reasoning and interrupts.
   * A run with a prompt may end with RUN_ERROR without a finding, because the prompt may intend it.
   *
   * @defaultValue none
   */
  readonly prompts?: readonly (ConformancePrompt | string)[];
  /**
   * The parts of the check to run:
   *
   * - `question` asks, and asks again in the same thread
   * - `tools` offers a tool
   * - `state` sends a state
   * - `odd-input` sends valid but unusual input
   * - `smallest-input` sends only the three required fields; it is skipped in a `dialect`
   * - `stop` aborts a run, then continues its thread
   * - `prompts` sends the texts of the option `prompts`
   *
   * @defaultValue all parts
   */
  readonly runs?: readonly ConformanceRunName[];
  /** Time limit of each run in milliseconds. @defaultValue `30_000` */
  readonly timeoutMs?: number;
  /** Aborts the check. */
  readonly signal?: AbortSignal;
  /** Headers of every request; for an address only. With a WebSocket, only Node sends them. */
  readonly headers?: HeadersInit;
  /**
   * Translates responses from the dialect of another system, and checks the result. A name selects the dialect
   * without options. `"auto"` runs without a dialect first, and starts again once it detects one; `hector` and
   * `arkavo` must be named, because their servers accept only requests of their own. An agent object translates
   * by itself: name its dialect here.
   *
   * @defaultValue none: a detected dialect is named in the report
   */
  readonly dialect?: Dialect | ConformanceDialectName | "auto";
  /**
   * Loads `@ag-ui/proto` when a server responds in protobuf; for an address only. Without the option, such an
   * answer is reported as a finding.
   *
   * @example
   * ```ts
   * await checkConformance(url, { protobuf: () => import("@ag-ui/proto") });
   * ```
   */
  readonly protobuf?: HttpAgentOptions["protobuf"];
  /** Called with the name of each run when it starts, because a check takes a while. */
  readonly onRun?: (name: string) => void;
}

const ALL_RUNS: readonly ConformanceRunName[] = [
  "question",
  "tools",
  "state",
  "odd-input",
  "smallest-input",
  "stop",
  "prompts",
];

/** The longest delay of a timer; longer ones fire immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Ends a check with `dialect: "auto"` once a dialect is detected. */
class DialectDetected extends Error {
  readonly dialect: string;

  constructor(dialect: string) {
    super(dialect);
    this.dialect = dialect;
  }
}

/**
 * Checks an agent against the rules of AG-UI, and reports which of them it meets, breaks or never shows. The rules
 * are about event types, roles, shapes, lifecycle, state and interrupts.
 *
 * Sends about eight requests, which cost time and tokens with a model. Features that no run reaches are reported as
 * never shown; use `prompts` to reach them. The content of replies is not judged, and a broken rule does not throw:
 * read `verdict`. An interrupt in an older form (the draft's, LangGraph's `on_interrupt`) is a finding and is
 * answered in its form. The rules for answers of 1.0 then count as never shown.
 *
 * @param agent - An agent object, or the address of an agent: `http:` and `https:` receive a POST with
 *   `RunAgentInput`, `ws:` and `wss:` are used like `webSocketAgent` does.
 * @example Check an agent in a test
 * ```ts
 * const report = await checkConformance("http://localhost:8000/agent", {
 *   prompts: [{ text: "Delete the draft", answer: { approved: false } }],
 * });
 * expect(report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
 * ```
 * @throws AgentKitError `invalid-argument` for an invalid address or option. The error of the first run (`network`,
 *   `http-status`, `content-type`, `timeout`, `missing-dependency` without a WebSocket) when no agent responds at the
 *   address.
 * @see https://docs.ag-ui.com/concepts/events
 */
export async function checkConformance(
  agent: Agent | string | URL,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const { timeoutMs = 30_000, dialect } = options;
  if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    refuseCheck(`\`timeoutMs\` is ${timeoutMs}. Pass a number from 1 to ${MAX_TIMEOUT_MS}.`);
  }
  if (typeof dialect !== "string") return runCheck(agent, options, dialect);
  if (dialect !== "auto") return runCheck(agent, options, dialectByName(dialect));
  if (!isAddress(agent)) {
    refuseCheck(
      '`dialect: "auto"` needs an address, because an agent object translates by itself.',
    );
  }
  try {
    return await runCheck(agent, options, undefined);
  } catch (error) {
    if (!(error instanceof DialectDetected)) throw error;
    return runCheck(agent, options, dialectByName(error.dialect));
  }
}

function refuseCheck(reason: string): never {
  throw new AgentKitError("invalid-argument", `checkConformance() cannot run: ${reason}`);
}

function dialectByName(name: string): Dialect {
  return isDialectName(name)
    ? createDialect(name)
    : refuseCheck(`there is no dialect "${name}". Use one of ${dialectNames.join(", ")}.`);
}

function isAddress(agent: Agent | string | URL): agent is string | URL {
  return typeof agent === "string" || agent instanceof URL;
}

async function runCheck(
  agent: Agent | string | URL,
  options: ConformanceOptions,
  dialect: Dialect | undefined,
): Promise<ConformanceReport> {
  const { question = "Hello", prompts = [], runs: names = ALL_RUNS, timeoutMs = 30_000 } = options;
  const { signal, headers, protobuf, onRun } = options;
  const name = displayName(agent);
  const agentUnderTest = isAddress(agent)
    ? createAgentAtUrl(agent, { headers, dialect, protobuf })
    : { agent };
  const runs: ObservedRun[] = [];
  const playPlan = async (plan: PlannedRun): Promise<ObservedRun> => {
    onRun?.(plan.name);
    const played = await playRun(agentUnderTest, plan, { timeoutMs, signal });
    if (isAddress(agent) && runs.length === 0) assertAgentResponded(played, name);
    const run = observeRun(played, dialect ? undefined : findDialect(played.frames));
    if (options.dialect === "auto" && run.detectedDialect) {
      throw new DialectDetected(run.detectedDialect.name);
    }
    runs.push(run);
    return run;
  };
  const player = { playPlan, hasDialect: dialect !== undefined };
  await runPlan(player, question, prompts, new Set(names));
  return judgeRuns(runs, name, dialect?.name);
}

/** Returns the dialect of the frames, and the index of the frame that identifies it. */
function findDialect(frames: readonly unknown[]): ObservedRun["detectedDialect"] {
  let index = -1;
  function* countFrames() {
    for (const frame of frames) {
      index++;
      yield frame;
    }
  }
  const name = detectDialect(countFrames());
  return name === undefined ? undefined : { name, index };
}

const factories = {
  tanstack: () => tanstack(),
  awaken: () => awaken(),
  hector: () => hector(),
  arkavo: () => arkavo(),
} satisfies Record<string, () => Dialect>;

/** The name of a dialect of `agui-kit/dialects`, which is used without options. */
export type ConformanceDialectName = keyof typeof factories;

/** Returns true for the name of a dialect. */
export function isDialectName(name: string): name is ConformanceDialectName {
  return Object.hasOwn(factories, name);
}

function createDialect(name: ConformanceDialectName): Dialect {
  return factories[name]();
}

/** The names of all dialects, for error messages. */
export const dialectNames: readonly string[] = Object.keys(factories);
