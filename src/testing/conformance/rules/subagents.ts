import {
  createEventCondition,
  docs,
  isAboutEvent,
  type Rule,
  violationsByEvent,
  violationsByIssue,
} from "../rule.ts";

const docsUrl = docs.events;
const lifecycleEvents = ["SUBAGENT_STARTED", "SUBAGENT_FINISHED", "SUBAGENT_ERROR"] as const;

const hasSubagentId: Rule["appliesTo"] = ({ frames }) =>
  frames.some(({ events }) =>
    events.some((event) => "subagentRunId" in event && event.subagentRunId !== undefined),
  );

/** Rules for the announcement of sub-agents and the attribution of their events. */
export const subagentRules: readonly Rule[] = [
  {
    name: "subagents/started-and-ended-once",
    severity: "error",
    requirement: "A sub-agent is started once and ended once in a run, below a started parent.",
    explanation:
      "A subagentRunId stands for one invocation. Delegating again, even to the same sub-agent, needs a new id.",
    docsUrl,
    appliesTo: createEventCondition(...lifecycleEvents),
    findViolations: violationsByIssue(["subagent-order"], isAboutEvent(...lifecycleEvents)),
  },
  {
    name: "subagents/same-owner",
    severity: "error",
    requirement:
      "Later events of a message, call or activity have the subagentRunId of its start, or none.",
    explanation:
      "Otherwise text of one agent would end up in a message of another. Use separate ids for the messages and calls of each agent.",
    docsUrl,
    appliesTo: hasSubagentId,
    findViolations: violationsByIssue(["attribution-mismatch"]),
  },
  {
    name: "subagents/announced",
    severity: "info",
    requirement: "A SUBAGENT_STARTED precedes the first event with its subagentRunId.",
    explanation: "Otherwise clients have an id to show, but no name.",
    docsUrl,
    appliesTo: hasSubagentId,
    findViolations: ({ frames }) =>
      frames.flatMap(({ events, before }, index) =>
        events.flatMap((event) => {
          const id = "subagentRunId" in event ? event.subagentRunId : undefined;
          const isLifecycle = lifecycleEvents.some((name) => name === event.type);
          return id === undefined || isLifecycle || Object.hasOwn(before.subagents, id)
            ? []
            : { index, message: `subagentRunId "${id}" was not started.` };
        }),
      ),
  },
  {
    name: "subagents/suspended-by-an-interrupt",
    severity: "warning",
    requirement:
      "The interruptIds of a suspended sub-agent are interrupts of the following RUN_FINISHED.",
    explanation: "Otherwise the sub-agent waits for an answer that users cannot give.",
    docsUrl: docs.interrupts,
    appliesTo: ({ frames }) =>
      frames.some(({ events }) =>
        events.some((e) => e.type === "SUBAGENT_FINISHED" && e.outcome?.type === "suspended"),
      ),
    findViolations: violationsByEvent(["SUBAGENT_FINISHED"], ({ outcome }, _, { after }) => {
      const ids = (outcome?.type === "suspended" && outcome.interruptIds) || [];
      const openIds = new Set(after.interrupts.map(({ id }) => id));
      return ids.filter((id) => !openIds.has(id)).map((id) => `No interrupt has the id "${id}".`);
    }),
  },
];
