import type { Interrupt } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { findToolCall } from "../../../reducer/lookup.ts";
import type { ObservedFrame, ObservedRun } from "../observedRun.ts";
import { judged, pages, type Rule } from "../rule.ts";
import { errors } from "./lifecycle.ts";

const page = pages.interrupts;

const isResume = ({ purpose, frames }: ObservedRun) => purpose === "resume" && frames.length > 0;

function isDraft({ type, value }: ObservedFrame): boolean {
  return (
    type === "RUN_FINISHED" &&
    isRecord(value) &&
    (typeof value.outcome === "string" || (!isRecord(value.outcome) && isRecord(value.interrupt)))
  );
}

/** A rule about each interrupt that a run ends with. */
function each(
  judge: (interrupt: Interrupt, frame: ObservedFrame) => string | undefined,
): Pick<Rule, "concerns" | "breaches"> {
  return {
    concerns: ({ after }) => after.interrupts.length > 0,
    breaches: judged(["RUN_FINISHED"], ({ outcome }, frame) =>
      outcome?.type === "interrupt"
        ? outcome.interrupts.flatMap((interrupt) => judge(interrupt, frame) ?? [])
        : undefined,
    ),
  };
}

/** How a run asks, and what becomes of the answer. */
export const interruptRules: readonly Rule[] = [
  {
    name: "interrupts/spelling",
    severity: "error",
    says: 'RUN_FINISHED asks with outcome { type: "interrupt", interrupts: […] }.',
    explanation:
      'The draft\'s outcome "interrupt" with one interrupt object beside it is not in 1.0: clients refuse it or read it as success.',
    page,
    concerns: ({ frames, after }) => after.interrupts.length > 0 || frames.some(isDraft),
    breaches: ({ frames }) =>
      frames.flatMap((frame, at) =>
        isDraft(frame) ? { at, what: "The outcome is in the spelling of the draft." } : [],
      ),
  },
  {
    name: "interrupts/in-the-outcome",
    severity: "warning",
    says: "What a run waits for is in the outcome of its RUN_FINISHED.",
    explanation:
      "CUSTOM on_interrupt is LangGraph's own way, answered with forwardedProps.command.resume; clients that do not know it take the run for finished.",
    page,
    concerns: ({ after }) => after.interrupts.length > 0,
    breaches: ({ frames, after }) => {
      if (!after.interrupts.some(({ spelling }) => spelling === "command")) return [];
      const at = frames.findIndex(({ events }) =>
        events.some((event) => event.type === "CUSTOM" && event.name === "on_interrupt"),
      );
      return [{ at, what: "The interrupt is in a CUSTOM event only." }];
    },
  },
  {
    name: "interrupts/ids-unique",
    severity: "warning",
    says: "Every interrupt of a run has an id of its own that is not empty.",
    explanation: "An answer names the interrupt by its id.",
    page,
    concerns: ({ after }) => after.interrupts.length > 0,
    breaches: judged(["RUN_FINISHED"], ({ outcome }, frame) => {
      if (outcome?.type !== "interrupt" || isDraft(frame)) return undefined;
      const ids = outcome.interrupts.map(({ id }) => id);
      return ids
        .filter((id, i) => id === "" || ids.indexOf(id) !== i)
        .map((id) => (id === "" ? "An interrupt has an empty id." : `Two have the id "${id}".`));
    }),
  },
  {
    name: "interrupts/calls-exist",
    severity: "warning",
    says: "The toolCallId of an interrupt is that of a call in the conversation.",
    explanation: "The page shows the question at the call that it is about, and cannot find it.",
    page,
    ...each(({ toolCallId }, { before }) =>
      toolCallId === undefined || findToolCall(before, toolCallId)
        ? undefined
        : `There is no call "${toolCallId}".`,
    ),
  },
  {
    name: "interrupts/expiry-is-a-time",
    severity: "warning",
    says: "expiresAt of an interrupt is a time in ISO 8601.",
    explanation: "The page cannot tell until when an answer is taken.",
    page,
    ...each(({ expiresAt }) =>
      expiresAt === undefined || !Number.isNaN(Date.parse(expiresAt))
        ? undefined
        : `"${expiresAt}" is no time.`,
    ),
  },
  {
    name: "interrupts/answer-is-taken",
    severity: "warning",
    says: "A request whose resume answers every open interrupt goes on, and not with RUN_ERROR.",
    explanation:
      "resume is all that a client of 1.0 sends to answer: the agent has to know the rest by the threadId and the interruptId. If this answer was not the right one, give another in the options.",
    page,
    isAboutRun: true,
    concerns: isResume,
    breaches: (run) => (isResume(run) ? errors(run) : []),
  },
  {
    name: "interrupts/answered-is-closed",
    severity: "warning",
    says: "An interrupt that was answered does not come again under the same id.",
    explanation:
      "A person would be asked the same thing without end. Give a new question a new id.",
    page,
    concerns: isResume,
    breaches: judged(["RUN_FINISHED"], ({ outcome }, _, { answeredIds = [] }) =>
      outcome?.type === "interrupt"
        ? outcome.interrupts
            .filter(({ id }) => answeredIds.includes(id))
            .map(({ id }) => `"${id}" was answered and is open again.`)
        : undefined,
    ),
  },
];
