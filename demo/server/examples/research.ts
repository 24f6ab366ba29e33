import type { JsonPatchOperation } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import { anyResearch, researches, type Search } from "../content/topics.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

/** Plans, searches several sources at once, reads and reports, all as activities. */
export const researchExample: ExampleScript = ({ input, question }) => {
  const found = researches.find(({ words }) => words.test(question));
  const { searches, report } = found ?? anyResearch;
  const goal = found?.goal ?? (question || "Whatever comes to mind");
  const id = input.runId;
  const plan = `${id}-plan`;
  const pages = searches.reduce((sum, { hits }) => sum + hits.length, 0);
  const steps = [
    "Decide where to look",
    `Search ${searches.length} times`,
    "Read what was found",
    "Write it down",
  ];
  const mark = (index: number, status: string) =>
    patchActivity(plan, "RESEARCH", {
      op: "replace",
      path: `/steps/${index}/status`,
      value: status,
    });

  return run(input, [
    {
      type: "ACTIVITY_SNAPSHOT",
      messageId: plan,
      activityType: "RESEARCH",
      content: { goal, steps: steps.map((description) => ({ description, status: "pending" })) },
    },
    mark(0, "running"),
    { delayMs: 900 },
    mark(0, "completed"),
    mark(1, "running"),
    ...searches.map((search, index) => begin(`${id}-search-${index}`, search)),
    { delayMs: 500 },
    ...takeTurns(searches.map((search, index) => fill(`${id}-search-${index}`, search))),
    mark(1, "completed"),
    mark(2, "running"),
    ...read(`${id}-read`, pages),
    mark(2, "completed"),
    mark(3, "running"),
    ...streamText(`${id}-answer`, report),
    mark(3, "completed"),
  ]);
};

function patchActivity(
  messageId: string,
  activityType: string,
  operation: JsonPatchOperation,
): ScriptStep {
  return { type: "ACTIVITY_DELTA", messageId, activityType, patch: [operation] };
}

function begin(messageId: string, { query }: Search): ScriptStep {
  return {
    type: "ACTIVITY_SNAPSHOT",
    messageId,
    activityType: "SEARCH",
    content: { query, hits: [], isDone: false },
  };
}

/** Returns a batch for each hit and a batch that ends the search. */
function fill(messageId: string, { hits }: Search): ScriptStep[][] {
  return [
    ...hits.map(([title, site]): ScriptStep[] => [
      patchActivity(messageId, "SEARCH", { op: "add", path: "/hits/-", value: { title, site } }),
      { delayMs: 550 },
    ]),
    [patchActivity(messageId, "SEARCH", { op: "replace", path: "/isDone", value: true })],
  ];
}

/** Interleaves the batches of several lanes, as if they ran in parallel. */
function takeTurns(lanes: readonly ScriptStep[][][]): ScriptStep[] {
  const rounds = Math.max(...lanes.map((lane) => lane.length));
  return Array.from({ length: rounds }, (_, round) =>
    lanes.flatMap((lane) => lane[round] ?? []),
  ).flat();
}

/** Creates an activity of a type without a custom card, which the kit's card shows. */
function read(messageId: string, pages: number): ScriptStep[] {
  return [
    {
      type: "ACTIVITY_SNAPSHOT",
      messageId,
      activityType: "READING",
      content: { pages, read: 0, progress: 0 },
    },
    ...Array.from({ length: pages }, (_, index): ScriptStep[] => [
      { delayMs: 350 },
      {
        type: "ACTIVITY_DELTA",
        messageId,
        activityType: "READING",
        patch: [
          { op: "replace", path: "/read", value: index + 1 },
          { op: "replace", path: "/progress", value: (index + 1) / pages },
        ],
      },
    ]).flat(),
  ];
}
