import { about, judged, pages, type Rule, reported, shows } from "../rule.ts";

const page = pages.events;
const life = ["SUBAGENT_STARTED", "SUBAGENT_FINISHED", "SUBAGENT_ERROR"] as const;

const isTagged: Rule["concerns"] = ({ frames }) =>
  frames.some(({ events }) =>
    events.some((event) => "subagentRunId" in event && event.subagentRunId !== undefined),
  );

/** How sub-agents are announced, and how what they do is attributed to them. */
export const subagentRules: readonly Rule[] = [
  {
    name: "subagents/started-and-ended-once",
    severity: "error",
    says: "A sub-agent is started once and ended once in a run, under a parent that has been started.",
    explanation:
      "subagentRunId is one invocation. Delegating again, also to the same sub-agent, takes a new id.",
    page,
    concerns: shows(...life),
    breaches: reported(["subagent-order"], about(...life)),
  },
  {
    name: "subagents/same-owner",
    severity: "error",
    says: "What goes on with a message, a call or an activity has the subagentRunId of its start, or none.",
    explanation:
      "Text of one agent would end up in the message of another. Give each agent's messages and calls their own ids.",
    page,
    concerns: isTagged,
    breaches: reported(["attribution-mismatch"]),
  },
  {
    name: "subagents/announced",
    severity: "info",
    says: "A subagentRunId on an event is that of a SUBAGENT_STARTED before it.",
    explanation: "Without it a page has an id to show and no name.",
    page,
    concerns: isTagged,
    breaches: ({ frames }) =>
      frames.flatMap(({ events, before }, at) =>
        events.flatMap((event) => {
          const id = "subagentRunId" in event ? event.subagentRunId : undefined;
          const isLife = (life as readonly string[]).includes(event.type);
          return id === undefined || isLife || Object.hasOwn(before.subagents, id)
            ? []
            : { at, what: `subagentRunId "${id}" was not started.` };
        }),
      ),
  },
  {
    name: "subagents/suspended-by-an-interrupt",
    severity: "warning",
    says: "The interruptIds of a suspended sub-agent are interrupts of the RUN_FINISHED that follows.",
    explanation: "The page shows the sub-agent as waiting for an answer that nobody can give.",
    page: pages.interrupts,
    concerns: ({ frames }) =>
      frames.some(({ events }) =>
        events.some((e) => e.type === "SUBAGENT_FINISHED" && e.outcome?.type === "suspended"),
      ),
    breaches: judged(["SUBAGENT_FINISHED"], ({ outcome }, _, { after }) => {
      const ids = (outcome?.type === "suspended" && outcome.interruptIds) || [];
      const open = new Set(after.interrupts.map(({ id }) => id));
      return ids.filter((id) => !open.has(id)).map((id) => `No interrupt has the id "${id}".`);
    }),
  },
];
