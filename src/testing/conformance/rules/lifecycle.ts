import type { EventOf, TokenUsage } from "../../../protocol/events.ts";
import type { ObservedRun } from "../observedRun.ts";
import { about, always, type Breach, judged, pages, type Rule, reported, shows } from "../rule.ts";

const page = pages.lifecycle;

const isTerminal = (type: string) => type === "RUN_FINISHED" || type === "RUN_ERROR";

/** The frames that end a run; of those that come when all is over, only the first is one. */
function terminals({ frames }: ObservedRun): readonly number[] {
  const all = frames.flatMap(({ events }, at) =>
    events.some(({ type }) => isTerminal(type)) ? at : [],
  );
  return all.filter(
    (at, i) => i === 0 || frames[at]?.issues.every(({ code }) => code !== "outside-run"),
  );
}

/** Where a run that was stopped or broke off is, nobody can ask for its end. */
const isWhole = ({ endedBy, error }: ObservedRun) => endedBy === "agent" && !error;

function withoutEnd({ frames }: ObservedRun): string {
  const last = frames.at(-1)?.type;
  if (frames.length === 0) return "The stream ended without a single event.";
  return `The stream ended without RUN_FINISHED or RUN_ERROR${last ? `; its last event is ${last}.` : "."}`;
}

function started({ frames }: ObservedRun, before: number): EventOf<"RUN_STARTED"> | undefined {
  return frames
    .slice(0, before)
    .flatMap(({ events }) => events)
    .findLast((event) => event.type === "RUN_STARTED");
}

function differences(
  given: { readonly threadId: string; readonly runId: string },
  wanted: { readonly threadId: string; readonly runId: string },
  whose: string,
): string[] {
  return (["threadId", "runId"] as const)
    .filter((key) => given[key] !== wanted[key])
    .map((key) => `${key} is "${given[key]}", ${whose} "${wanted[key]}".`);
}

function sums(usage: TokenUsage): string[] {
  const { inputTokens: input, outputTokens: output, totalTokens: total } = usage;
  const parts = [
    ["reasoningTokens", usage.reasoningTokens, "outputTokens", output],
    ["cachedInputTokens", usage.cachedInputTokens, "inputTokens", input],
    ["cacheWriteInputTokens", usage.cacheWriteInputTokens, "inputTokens", input],
  ] as const;
  return [
    ...(input !== undefined &&
    output !== undefined &&
    total !== undefined &&
    total !== input + output
      ? [`totalTokens is ${total}, inputTokens and outputTokens are ${input + output} together.`]
      : []),
    ...parts.flatMap(([part, of, whole, all]) =>
      of !== undefined && all !== undefined && of > all
        ? [`${part} (${of}) is more than the ${whole} (${all}) that it is a part of.`]
        : [],
    ),
  ];
}

/** How a run begins, ends and is called. */
export const lifecycleRules: readonly Rule[] = [
  {
    name: "lifecycle/run-started-first",
    severity: "error",
    says: "The first event is RUN_STARTED, or RUN_ERROR for a run that could not start.",
    explanation:
      "Clients refuse a stream that begins otherwise. Send RUN_STARTED before anything else, results of tools that a resume has run included.",
    page,
    concerns: always,
    breaches: ({ frames }) => {
      const at = frames.findIndex(({ events }) => events.length > 0);
      const type = frames[at]?.events[0]?.type;
      if (frames.length === 0 || type === "RUN_STARTED" || type === "RUN_ERROR") return [];
      const what =
        type === undefined
          ? "The stream has no RUN_STARTED: none of its frames is an AG-UI event."
          : `The stream begins with ${type}.`;
      return [{ at: Math.max(0, at), what }];
    },
  },
  {
    name: "lifecycle/one-run-at-a-time",
    severity: "error",
    says: "RUN_STARTED comes only when no run is active.",
    explanation: "End the run before with RUN_FINISHED or RUN_ERROR before the next one starts.",
    page,
    concerns: shows("RUN_STARTED"),
    breaches: reported(["run-already-started"]),
  },
  {
    name: "lifecycle/terminal-event",
    severity: "error",
    says: "A run ends with RUN_FINISHED or RUN_ERROR.",
    explanation:
      "A stream that ends without one cannot be told from a connection that broke: the page shows an error and offers to try again.",
    page,
    concerns: isWhole,
    breaches: (run) =>
      !isWhole(run) || terminals(run).length > 0
        ? []
        : [{ at: run.frames.length, what: withoutEnd(run) }],
  },
  {
    name: "lifecycle/nothing-after-the-end",
    severity: "error",
    says: "Nothing follows RUN_FINISHED or RUN_ERROR, unless RUN_STARTED opens another run.",
    explanation:
      "The run is over for the client, so it refuses what follows, also a second RUN_FINISHED. Send the terminal event last.",
    page,
    concerns: shows("RUN_FINISHED", "RUN_ERROR"),
    breaches: (run) => {
      const end = terminals(run)[0] ?? Number.POSITIVE_INFINITY;
      const late = reported(["outside-run"])(run).filter(({ at }) => at > end);
      const type = (at: number) => run.frames[at]?.type;
      // One fault, however much comes late.
      return late.slice(0, 1).map(({ at }) => ({
        at,
        what: `After ${type(end)} came ${type(at)}; ${late.length} came late in all.`,
      }));
    },
  },
  {
    name: "lifecycle/one-terminal-event",
    severity: "warning",
    says: "The answer to one request is one run with exactly one terminal event.",
    explanation:
      "Clients that take the first terminal event for the end lose what comes after it. Several runs in one stream are for replays of a thread.",
    page,
    concerns: shows("RUN_FINISHED", "RUN_ERROR"),
    breaches: (run) =>
      terminals(run)
        .slice(1)
        .map((at) => ({ at, what: `${run.frames[at]?.type} is a second end in one answer.` })),
  },
  {
    name: "lifecycle/ids-match-the-request",
    severity: "warning",
    says: "RUN_STARTED names the threadId and the runId of the request.",
    explanation:
      "A page finds a run again by the ids it has given it: to stop it, to resume it, to attach to it. Use those of the input.",
    page,
    concerns: shows("RUN_STARTED"),
    breaches: judged(["RUN_STARTED"], (event, _, { input }) =>
      differences(event, input, "the request says"),
    ),
  },
  {
    name: "lifecycle/ids-stay",
    severity: "warning",
    says: "RUN_FINISHED names the same ids as the RUN_STARTED it belongs to.",
    explanation: "Take both from the input, once.",
    page,
    concerns: shows("RUN_FINISHED"),
    breaches: judged(["RUN_FINISHED"], (event, _, run, at) => {
      const start = started(run, at);
      return start && differences(event, start, "RUN_STARTED said");
    }),
  },
  {
    name: "lifecycle/everything-closed",
    severity: "error",
    says: "Whatever a run opens is closed before its RUN_FINISHED.",
    explanation:
      "Text, tool calls, reasoning, steps and sub-agents all need their end event: without it nobody knows whether they are complete.",
    page,
    concerns: shows(
      ...(["TEXT_MESSAGE_START", "TOOL_CALL_START", "REASONING_START", "STEP_STARTED"] as const),
      ...(["REASONING_MESSAGE_START", "SUBAGENT_STARTED"] as const),
    ),
    breaches: reported(["left-open"]),
  },
  {
    name: "lifecycle/steps-paired",
    severity: "error",
    says: "A step is started once and finished once, by the same agent and under the same name.",
    explanation: "Give steps that run at the same time different names.",
    page,
    concerns: shows("STEP_STARTED", "STEP_FINISHED"),
    breaches: reported(["already-open", "not-open"], about("STEP_STARTED", "STEP_FINISHED")),
  },
  {
    name: "lifecycle/usage-adds-up",
    severity: "warning",
    says: "In usage, totalTokens is inputTokens plus outputTokens, and the other counts are parts of them.",
    explanation:
      "Entries of different providers are added up by the page. Convert the provider's own way of counting before the entry leaves.",
    page,
    concerns: ({ frames }) =>
      frames.some(({ events }) => events.some((event) => "usage" in event && event.usage)),
    breaches: judged(["RUN_FINISHED", "RUN_ERROR"], ({ usage }) => usage?.flatMap(sums)),
  },
  {
    name: "lifecycle/protocol-version",
    severity: "info",
    says: "RUN_STARTED names the version of the protocol that the agent speaks.",
    explanation:
      'Without protocolVersion the agent counts as one from before 1.0. Send the agent\'s own version, "1.0", not the one of the request.',
    page,
    isForPlain: true,
    concerns: shows("RUN_STARTED"),
    breaches: judged(["RUN_STARTED"], ({ protocolVersion }) =>
      protocolVersion === undefined ? "RUN_STARTED has no protocolVersion." : undefined,
    ),
  },
  {
    name: "lifecycle/answers",
    severity: "warning",
    says: "A right question is answered, not with RUN_ERROR.",
    explanation:
      "The input was legal, in a thread with nothing open. Whatever the agent cannot use of an input it has to ignore.",
    page: pages.agents,
    isAboutRun: true,
    concerns: isQuestion,
    breaches: (run) => (isQuestion(run) ? errors(run) : []),
  },
];

function isQuestion({ purpose, frames }: ObservedRun): boolean {
  return purpose === "question" && frames.length > 0;
}

/** Where a run says that it failed. */
export function errors({ frames }: ObservedRun): Breach[] {
  return frames.flatMap(({ events }, at) =>
    events.flatMap((event) =>
      event.type === "RUN_ERROR" ? { at, what: `The agent reports: ${event.message}` } : [],
    ),
  );
}
