import { about, judged, pages, type Rule, reported, shows } from "../rule.ts";

const page = pages.state;

/** How the shared state and the conversation as a whole are told. */
export const stateRules: readonly Rule[] = [
  {
    name: "state/patch-applies",
    severity: "warning",
    says: "The JSON Patch of a STATE_DELTA applies to the state as it is.",
    explanation:
      "A patch that fails changes nothing, and the page shows an old state from then on. Patch what was last sent, or send a STATE_SNAPSHOT.",
    page,
    concerns: shows("STATE_DELTA"),
    breaches: reported(["patch-failed"], about("STATE_DELTA")),
  },
  {
    name: "state/snapshot-before-delta",
    severity: "info",
    says: "A run that changes the state with STATE_DELTA has sent a STATE_SNAPSHOT before.",
    explanation:
      "Without it the patch is for what the page holds, which may be another state than the agent's.",
    page,
    concerns: shows("STATE_DELTA"),
    breaches: ({ frames }) => {
      const types = frames.flatMap(({ events }, at) => events.map(({ type }) => ({ type, at })));
      const delta = types.find(({ type }) => type === "STATE_DELTA");
      const snapshot = types.find(({ type }) => type === "STATE_SNAPSHOT");
      return delta && !(snapshot && snapshot.at < delta.at)
        ? [{ at: delta.at, what: "No STATE_SNAPSHOT came before it." }]
        : [];
    },
  },
  {
    name: "state/message-ids-unique",
    severity: "warning",
    says: "Every message in a MESSAGES_SNAPSHOT has an id of its own that is not empty.",
    explanation:
      "Messages are found by their ids: of two with one id, one is lost on many clients.",
    page: pages.messages,
    concerns: shows("MESSAGES_SNAPSHOT"),
    breaches: reported(["id-collision"], about("MESSAGES_SNAPSHOT")),
  },
  {
    name: "state/question-kept",
    severity: "warning",
    says: "A MESSAGES_SNAPSHOT has the messages of the request, under their ids.",
    explanation:
      "It is the whole conversation: what it leaves out, or has under another id, disappears from the page.",
    page: pages.messages,
    concerns: shows("MESSAGES_SNAPSHOT"),
    breaches: judged(["MESSAGES_SNAPSHOT"], ({ messages }, _, { input }) => {
      const told = new Set(messages.map(({ id }) => id));
      const asked = input.messages.filter(({ role }) => role === "user");
      return asked.filter(({ id }) => !told.has(id)).map(({ id }) => `It has no message "${id}".`);
    }),
  },
];
