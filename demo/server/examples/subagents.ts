import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import { readField } from "../../readField.ts";
import { type FoundTrip, findTrip } from "../content/findTrip.ts";
import { type EarlierCall, earlierCalls } from "../earlierCalls.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { interruptIdFor } from "../interruptIdFor.ts";
import { readPayload } from "../readPayload.ts";
import { run, runUntilResumed } from "../run.ts";
import { attribute, interleave, streamCall, streamText } from "../streamSteps.ts";

const responseSchema = {
  type: "object",
  properties: { approved: { type: "boolean" }, reason: { type: "string", title: "Why not?" } },
  required: ["approved"],
  additionalProperties: false,
};

/** Starts two sub-agents at once, of which one needs the user's approval. */
export const subagentsExample: ExampleScript = ({ input, question }) => {
  const trip = findTrip(question);
  const rooms = earlierCalls(input).find(({ id }) => id.endsWith("-rooms"));
  if (rooms?.answer) return resumeRoomFinder(input, rooms, trip);
  // A new message without an answer abandons the approval.
  return sendOut(input, trip);
};

function sendOut(input: RunAgentInput, trip: FoundTrip): readonly ScriptStep[] {
  const id = input.runId;
  const [routes, rooms] = [`${id}-routes`, `${id}-rooms`];
  const ask = (callId: string, colleague: string, task: string) =>
    streamCall(callId, "ask_colleague", { colleague, task }, `${id}-lead`);
  const interruptId = interruptIdFor(rooms);
  return runUntilResumed(
    input,
    [
      ...streamText(`${id}-lead`, `Two colleagues look into ${trip.city} for you, both at once.`),
      ...ask(routes, "Route finder", `How to get to ${trip.city}`),
      ...ask(rooms, "Room finder", `Where to stay in ${trip.city}`),
      started(routes, "Route finder", "Compares trains, buses and flights"),
      started(rooms, "Room finder", "Looks for quiet rooms"),
      ...interleave([findRoutes(routes, trip), findRooms(rooms, trip)]),
      { type: "SUBAGENT_FINISHED", subagentRunId: routes, result: { route: trip.route } },
      resultOf(routes, trip.route),
      {
        type: "SUBAGENT_FINISHED",
        subagentRunId: rooms,
        outcome: { type: "suspended", interruptIds: [interruptId] },
      },
    ],
    [
      {
        id: interruptId,
        reason: "confirmation",
        message: `Reserve ${trip.room} for two nights? It can be cancelled until the day before.`,
        subagentRunId: rooms,
        responseSchema,
      },
    ],
  );
}

function findRoutes(id: string, { city, legs, route }: FoundTrip): ScriptStep[] {
  const search = `${id}-search`;
  return attribute(id, [
    ...streamText(`${id}-look`, `I look at everything that goes to ${city}.`),
    ...streamCall(search, "search_routes", { to: city, day: "Friday" }, `${id}-look`),
    { delayMs: 600 },
    resultOf(search, JSON.stringify(legs)),
    ...streamText(
      `${id}-found`,
      `${legs.map((leg) => `- ${leg}`).join("\n")}\n\nBest of them: **${route}**.`,
      { wordsPerSecond: 9 },
    ),
  ]);
}

function findRooms(id: string, { city, room, others }: FoundTrip): ScriptStep[] {
  const [collect, compare] = ["Collect rooms", `Compare ${others.length + 1} of them`];
  return attribute(id, [
    { type: "STEP_STARTED", stepName: collect },
    ...streamText(
      `${id}-collect`,
      `There are many rooms in ${city}. I leave out those on main roads.`,
      {
        wordsPerSecond: 7,
      },
    ),
    { type: "STEP_FINISHED", stepName: collect },
    { type: "STEP_STARTED", stepName: compare },
    ...streamText(
      `${id}-compare`,
      `Left are ${others.join(", ")}, and the one I would take: **${room}**.`,
      {
        wordsPerSecond: 7,
      },
    ),
    { type: "STEP_FINISHED", stepName: compare },
  ]);
}

/** Continues the suspended sub-agent with the user's answer and summarizes. */
function resumeRoomFinder(
  input: RunAgentInput,
  { id, answer }: EarlierCall,
  trip: FoundTrip,
): readonly ScriptStep[] {
  const payload = answer && readPayload(answer, responseSchema);
  const isReserved = readField(payload, "approved") === true;
  const outcome = isReserved ? `Reserved: ${trip.room}` : "No room is reserved";
  return run(input, [
    started(id, "Room finder", "Looks for quiet rooms"),
    { delayMs: 500 },
    ...attribute(id, streamText(`${id}-${input.runId}`, `${outcome}.`)),
    { type: "SUBAGENT_FINISHED", subagentRunId: id, result: { reserved: isReserved } },
    resultOf(id, outcome),
    ...streamText(
      `${input.runId}-answer`,
      isReserved
        ? `Your weekend in **${trip.city}** stands: ${trip.route}, and two nights in ${trip.room}.`
        : `I would go by this: ${trip.route}. A room in **${trip.city}** is still to be found; say when I should look again.`,
    ),
  ]);
}

function started(subagentRunId: string, name: string, description: string): EventInput {
  return {
    type: "SUBAGENT_STARTED",
    subagentRunId,
    name,
    description,
    parentToolCallId: subagentRunId,
  };
}

function resultOf(toolCallId: string, content: string): EventInput {
  return { type: "TOOL_CALL_RESULT", messageId: `${toolCallId}-result`, toolCallId, content };
}
