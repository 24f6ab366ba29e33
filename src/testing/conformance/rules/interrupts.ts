import type { Interrupt } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { findToolCall } from "../../../reducer/findToolCall.ts";
import type { ObservedFrame, ObservedRun } from "../observedRun.ts";
import { docs, type Rule, violationsByEvent } from "../rule.ts";
import { findRunErrors } from "./lifecycle.ts";

const docsUrl = docs.interrupts;

const isResume = ({ purpose, frames }: ObservedRun) => purpose === "resume" && frames.length > 0;

/** Returns true for a RUN_FINISHED with an interrupt in the form of the draft. */
function isDraftForm({ type, value }: ObservedFrame): boolean {
  return (
    type === "RUN_FINISHED" &&
    isRecord(value) &&
    (typeof value.outcome === "string" || (!isRecord(value.outcome) && isRecord(value.interrupt)))
  );
}

/** Creates the functions of a rule that checks each interrupt at the end of a run. */
function forEachInterrupt(
  describeViolation: (interrupt: Interrupt, frame: ObservedFrame) => string | undefined,
): Pick<Rule, "appliesTo" | "findViolations"> {
  return {
    appliesTo: ({ after }) => after.interrupts.length > 0,
    findViolations: violationsByEvent(["RUN_FINISHED"], ({ outcome }, frame) =>
      outcome?.type === "interrupt"
        ? outcome.interrupts.flatMap((interrupt) => describeViolation(interrupt, frame) ?? [])
        : undefined,
    ),
  };
}

/** Rules for interrupts and their answers. */
export const interruptRules: readonly Rule[] = [
  {
    name: "interrupts/format",
    severity: "error",
    requirement:
      'RUN_FINISHED has interrupts in its outcome: { type: "interrupt", interrupts: […] }.',
    explanation:
      'The draft\'s outcome "interrupt" with a separate interrupt object is not in 1.0: clients reject it or treat it as success.',
    docsUrl,
    appliesTo: ({ frames, after }) => after.interrupts.length > 0 || frames.some(isDraftForm),
    findViolations: ({ frames }) =>
      frames.flatMap((frame, index) =>
        isDraftForm(frame) ? { index, message: "The outcome has the form of the draft." } : [],
      ),
  },
  {
    name: "interrupts/in-the-outcome",
    severity: "warning",
    requirement: "Interrupts of a run are in the outcome of its RUN_FINISHED.",
    explanation:
      "CUSTOM on_interrupt is specific to LangGraph, which expects the answer in forwardedProps.command.resume. Clients that do not know it treat the run as finished.",
    docsUrl,
    appliesTo: ({ after }) => after.interrupts.length > 0,
    findViolations: ({ frames, after }) => {
      if (!after.interrupts.some(({ format }) => format === "command")) return [];
      const index = frames.findIndex(({ events }) =>
        events.some((event) => event.type === "CUSTOM" && event.name === "on_interrupt"),
      );
      return [{ index, message: "The interrupt is in a CUSTOM event only." }];
    },
  },
  {
    name: "interrupts/ids-unique",
    severity: "warning",
    requirement: "Every interrupt of a run has a unique, non-empty id.",
    explanation: "An answer refers to its interrupt by the id.",
    docsUrl,
    appliesTo: ({ after }) => after.interrupts.length > 0,
    findViolations: violationsByEvent(["RUN_FINISHED"], ({ outcome }, frame) => {
      if (outcome?.type !== "interrupt" || isDraftForm(frame)) return undefined;
      const ids = outcome.interrupts.map(({ id }) => id);
      return ids
        .filter((id, i) => id === "" || ids.indexOf(id) !== i)
        .map((id) =>
          id === "" ? "An interrupt has an empty id." : `Two interrupts have the id "${id}".`,
        );
    }),
  },
  {
    name: "interrupts/calls-exist",
    severity: "warning",
    requirement: "The toolCallId of an interrupt refers to a call in the conversation.",
    explanation: "Clients show the interrupt at its tool call, and cannot find the call.",
    docsUrl,
    ...forEachInterrupt(({ toolCallId }, { before }) =>
      toolCallId === undefined || findToolCall(before, toolCallId)
        ? undefined
        : `There is no call "${toolCallId}".`,
    ),
  },
  {
    name: "interrupts/expiry-is-a-time",
    severity: "warning",
    requirement: "expiresAt of an interrupt is an ISO 8601 time.",
    explanation: "Clients cannot tell until when an answer is accepted.",
    docsUrl,
    ...forEachInterrupt(({ expiresAt }) =>
      expiresAt === undefined || !Number.isNaN(Date.parse(expiresAt))
        ? undefined
        : `"${expiresAt}" is not a time.`,
    ),
  },
  {
    name: "interrupts/answer-is-accepted",
    severity: "warning",
    requirement:
      "A request whose resume answers every open interrupt continues, without RUN_ERROR.",
    explanation:
      "A client of 1.0 answers with resume only: the agent must find the rest by threadId and interruptId. If this answer was invalid, pass another one in the options.",
    docsUrl,
    isAboutRun: true,
    appliesTo: isResume,
    findViolations: (run) => (isResume(run) ? findRunErrors(run) : []),
  },
  {
    name: "interrupts/answered-is-closed",
    severity: "warning",
    requirement: "An answered interrupt is not raised again under the same id.",
    explanation: "Users would be asked the same question forever. Give a new question a new id.",
    docsUrl,
    appliesTo: isResume,
    findViolations: violationsByEvent(["RUN_FINISHED"], ({ outcome }, _, { answeredIds = [] }) =>
      outcome?.type === "interrupt"
        ? outcome.interrupts
            .filter(({ id }) => answeredIds.includes(id))
            .map(({ id }) => `"${id}" was answered and is open again.`)
        : undefined,
    ),
  },
];
