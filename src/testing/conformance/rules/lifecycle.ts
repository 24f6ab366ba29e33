import type { EventOf, TokenUsage } from "../../../protocol/events.ts";
import type { ObservedRun } from "../observedRun.ts";
import {
  createEventCondition,
  docs,
  hasFrames,
  isAboutEvent,
  type Rule,
  type RuleViolation,
  violationsByEvent,
  violationsByIssue,
} from "../rule.ts";

const docsUrl = docs.lifecycle;

/** Rules for the start, the end and the ids of a run. */
export const lifecycleRules: readonly Rule[] = [
  {
    name: "lifecycle/run-started-first",
    severity: "error",
    requirement: "The first event is RUN_STARTED, or RUN_ERROR for a run that could not start.",
    explanation:
      "Clients reject a stream that starts with another event. Send RUN_STARTED before everything else, including results of tools that a resume has run.",
    docsUrl,
    appliesTo: hasFrames,
    findViolations: ({ frames }) => {
      const index = frames.findIndex(({ events }) => events.length > 0);
      const type = frames[index]?.events[0]?.type;
      if (frames.length === 0 || type === "RUN_STARTED" || type === "RUN_ERROR") return [];
      const message =
        type === undefined
          ? "The stream has no RUN_STARTED: none of its frames is an AG-UI event."
          : `The stream starts with ${type}.`;
      return [{ index: Math.max(0, index), message }];
    },
  },
  {
    name: "lifecycle/one-run-at-a-time",
    severity: "error",
    requirement: "RUN_STARTED comes only when no run is active.",
    explanation: "End the previous run with RUN_FINISHED or RUN_ERROR before the next one starts.",
    docsUrl,
    appliesTo: createEventCondition("RUN_STARTED"),
    findViolations: violationsByIssue(["run-already-started"]),
  },
  {
    name: "lifecycle/terminal-event",
    severity: "error",
    requirement: "A run ends with RUN_FINISHED or RUN_ERROR.",
    explanation:
      "A stream without a terminal event looks like a broken connection: clients show an error and offer a retry.",
    docsUrl,
    appliesTo: isComplete,
    findViolations: (run) =>
      !isComplete(run) || terminalIndices(run).length > 0
        ? violationsByIssue(["done-without-end"])(run)
        : [{ index: run.frames.length, message: missingEndMessage(run) }],
  },
  {
    name: "lifecycle/nothing-after-the-end",
    severity: "error",
    requirement:
      "Nothing follows RUN_FINISHED or RUN_ERROR, unless RUN_STARTED starts another run.",
    explanation:
      "For clients the run is over, so they reject later events, including a second RUN_FINISHED. Send the terminal event last.",
    docsUrl,
    appliesTo: createEventCondition("RUN_FINISHED", "RUN_ERROR"),
    findViolations: (run) => {
      const end = terminalIndices(run)[0] ?? Number.POSITIVE_INFINITY;
      const late = violationsByIssue(["outside-run"])(run).filter(({ index }) => index > end);
      const typeAt = (index: number) => run.frames[index]?.type;
      // All late events have one cause: report it once.
      return late.slice(0, 1).map(({ index }) => ({
        index,
        message: `After ${typeAt(end)} came ${typeAt(index)}; ${late.length} late events in total.`,
      }));
    },
  },
  {
    name: "lifecycle/one-terminal-event",
    severity: "warning",
    requirement: "The response to a request is one run with exactly one terminal event.",
    explanation:
      "Clients that stop at the first terminal event lose everything after it. Only replays of a thread have several runs in one stream.",
    docsUrl,
    appliesTo: createEventCondition("RUN_FINISHED", "RUN_ERROR"),
    findViolations: (run) =>
      terminalIndices(run)
        .slice(1)
        .map((index) => ({
          index,
          message: `${run.frames[index]?.type} is a second terminal event in one response.`,
        })),
  },
  {
    name: "lifecycle/ids-match-the-request",
    severity: "warning",
    requirement: "RUN_STARTED has the threadId and the runId of the request.",
    explanation:
      "Clients use the ids they sent to stop, resume and reconnect to a run. Use the ids of the input.",
    docsUrl,
    appliesTo: createEventCondition("RUN_STARTED"),
    findViolations: violationsByEvent(["RUN_STARTED"], (event, _, { input }) =>
      compareIds(event, input, "the request has"),
    ),
  },
  {
    name: "lifecycle/stable-ids",
    severity: "warning",
    requirement: "RUN_FINISHED has the same ids as its RUN_STARTED.",
    explanation: "Read both ids from the input once.",
    docsUrl,
    appliesTo: createEventCondition("RUN_FINISHED"),
    findViolations: violationsByEvent(["RUN_FINISHED"], (event, _, run, index) => {
      const start = findRunStarted(run, index);
      return start && compareIds(event, start, "RUN_STARTED has");
    }),
  },
  {
    name: "lifecycle/everything-closed",
    severity: "error",
    requirement: "Everything that a run opens is closed before its RUN_FINISHED.",
    explanation:
      "Text, tool calls, reasoning, steps and sub-agents all need their end event. Without it, clients cannot tell whether they are complete.",
    docsUrl,
    appliesTo: createEventCondition(
      ...(["TEXT_MESSAGE_START", "TOOL_CALL_START", "REASONING_START", "STEP_STARTED"] as const),
      ...(["REASONING_MESSAGE_START", "SUBAGENT_STARTED"] as const),
    ),
    findViolations: violationsByIssue(["left-open"]),
  },
  {
    name: "lifecycle/steps-paired",
    severity: "error",
    requirement:
      "A step is started once and finished once, by the same agent and with the same name.",
    explanation: "Use different names for steps that run at the same time.",
    docsUrl,
    appliesTo: createEventCondition("STEP_STARTED", "STEP_FINISHED"),
    findViolations: violationsByIssue(
      ["already-open", "not-open"],
      isAboutEvent("STEP_STARTED", "STEP_FINISHED"),
    ),
  },
  {
    name: "lifecycle/usage-adds-up",
    severity: "warning",
    requirement:
      "In usage, totalTokens is inputTokens plus outputTokens, and the other counts are parts of these.",
    explanation:
      "Clients add up the entries of different providers. Convert the counts of a provider before sending them.",
    docsUrl,
    appliesTo: ({ frames }) =>
      frames.some(({ events }) => events.some((event) => "usage" in event && event.usage)),
    findViolations: violationsByEvent(["RUN_FINISHED", "RUN_ERROR"], ({ usage }) =>
      usage?.flatMap(checkTotals),
    ),
  },
  {
    name: "lifecycle/protocol-version",
    severity: "info",
    requirement: "RUN_STARTED has the protocol version of the agent.",
    explanation:
      'Without protocolVersion, clients assume a version before 1.0. Send the agent\'s own version, "1.0", not that of the request.',
    docsUrl,
    isSkippedInDialect: true,
    appliesTo: createEventCondition("RUN_STARTED"),
    findViolations: violationsByEvent(["RUN_STARTED"], ({ protocolVersion }) =>
      protocolVersion === undefined ? "RUN_STARTED has no protocolVersion." : undefined,
    ),
  },
  {
    name: "lifecycle/responds",
    severity: "warning",
    requirement: "A valid user message is answered without RUN_ERROR.",
    explanation:
      "The input was valid, in a thread with nothing open. An agent must ignore parts of an input that it cannot use.",
    docsUrl: docs.agents,
    isAboutRun: true,
    appliesTo: isQuestion,
    findViolations: (run) => (isQuestion(run) ? findRunErrors(run) : []),
  },
];

const isTerminal = (type: string) => type === "RUN_FINISHED" || type === "RUN_ERROR";

/** Returns the indices of frames that end a run; after the last run, only the first terminal event counts. */
function terminalIndices({ frames }: ObservedRun): readonly number[] {
  const all = frames.flatMap(({ events }, index) =>
    events.some(({ type }) => isTerminal(type)) ? index : [],
  );
  return all.filter(
    (index, i) => i === 0 || frames[index]?.issues.every(({ code }) => code !== "outside-run"),
  );
}

/** Returns false for a run that was stopped or broke, which cannot have an end. */
function isComplete({ endedBy, error }: ObservedRun): boolean {
  return endedBy === "agent" && !error;
}

function missingEndMessage({ frames }: ObservedRun): string {
  const last = frames.at(-1)?.type;
  if (frames.length === 0) return "The stream ended without a single event.";
  return `The stream ended without RUN_FINISHED or RUN_ERROR${last ? `; its last event is ${last}.` : "."}`;
}

function findRunStarted(
  { frames }: ObservedRun,
  endIndex: number,
): EventOf<"RUN_STARTED"> | undefined {
  return frames
    .slice(0, endIndex)
    .flatMap(({ events }) => events)
    .findLast((event) => event.type === "RUN_STARTED");
}

type RunIds = Pick<EventOf<"RUN_STARTED">, "threadId" | "runId">;

function compareIds(actual: RunIds, expected: RunIds, source: string): string[] {
  return (["threadId", "runId"] as const)
    .filter((key) => actual[key] !== expected[key])
    .map((key) => `${key} is "${actual[key]}", ${source} "${expected[key]}".`);
}

function checkTotals(usage: TokenUsage): string[] {
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
      ? [`totalTokens is ${total}, but inputTokens plus outputTokens is ${input + output}.`]
      : []),
    ...parts.flatMap(([part, partCount, whole, wholeCount]) =>
      partCount !== undefined && wholeCount !== undefined && partCount > wholeCount
        ? [`${part} (${partCount}) exceeds ${whole} (${wholeCount}), which includes it.`]
        : [],
    ),
  ];
}

function isQuestion({ purpose, frames }: ObservedRun): boolean {
  return purpose === "question" && frames.length > 0;
}

/** Returns a violation for each RUN_ERROR. */
export function findRunErrors({ frames }: ObservedRun): RuleViolation[] {
  return frames.flatMap(({ events }, index) =>
    events.flatMap((event) =>
      event.type === "RUN_ERROR" ? { index, message: `The agent reports: ${event.message}` } : [],
    ),
  );
}
