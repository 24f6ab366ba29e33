import {
  createEventCondition,
  docs,
  isAboutEvent,
  type Rule,
  violationsByEvent,
  violationsByIssue,
} from "../rule.ts";

const docsUrl = docs.state;

/** Rules for the shared state and message snapshots. */
export const stateRules: readonly Rule[] = [
  {
    name: "state/patch-applies",
    severity: "warning",
    requirement: "The JSON Patch of a STATE_DELTA applies to the current state.",
    explanation:
      "A patch that fails changes nothing, so clients show an outdated state from then on. Base the patch on the state last sent, or send a STATE_SNAPSHOT.",
    docsUrl,
    appliesTo: createEventCondition("STATE_DELTA"),
    findViolations: violationsByIssue(["patch-failed"], isAboutEvent("STATE_DELTA")),
  },
  {
    name: "state/snapshot-before-delta",
    severity: "info",
    requirement: "A run that sends STATE_DELTA sends a STATE_SNAPSHOT first.",
    explanation:
      "Otherwise the patch applies to the client's state, which may differ from the agent's.",
    docsUrl,
    appliesTo: createEventCondition("STATE_DELTA"),
    findViolations: ({ frames }) => {
      const types = frames.flatMap(({ events }, index) =>
        events.map(({ type }) => ({ type, index })),
      );
      const delta = types.find(({ type }) => type === "STATE_DELTA");
      const snapshot = types.find(({ type }) => type === "STATE_SNAPSHOT");
      return delta && !(snapshot && snapshot.index < delta.index)
        ? [{ index: delta.index, message: "No STATE_SNAPSHOT came before the STATE_DELTA." }]
        : [];
    },
  },
  {
    name: "state/message-ids-unique",
    severity: "warning",
    requirement: "Every message in a MESSAGES_SNAPSHOT has a unique, non-empty id.",
    explanation:
      "Clients identify messages by id: of two messages with one id, many clients lose one.",
    docsUrl: docs.messages,
    appliesTo: createEventCondition("MESSAGES_SNAPSHOT"),
    findViolations: violationsByIssue(
      ["id-collision", "repeated-message"],
      isAboutEvent("MESSAGES_SNAPSHOT"),
    ),
  },
  {
    name: "state/snapshot-keeps-messages",
    severity: "warning",
    requirement: "A MESSAGES_SNAPSHOT contains the messages of the request, with their ids.",
    explanation:
      "The snapshot replaces the whole conversation: a message that is missing or has another id disappears.",
    docsUrl: docs.messages,
    appliesTo: createEventCondition("MESSAGES_SNAPSHOT"),
    findViolations: violationsByEvent(["MESSAGES_SNAPSHOT"], ({ messages }, _, { input }) => {
      const ids = new Set(messages.map(({ id }) => id));
      const userMessages = input.messages.filter(({ role }) => role === "user");
      return userMessages
        .filter(({ id }) => !ids.has(id))
        .map(({ id }) => `The snapshot has no message "${id}".`);
    }),
  },
];
