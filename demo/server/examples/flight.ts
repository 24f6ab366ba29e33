import type { RunAgentInput } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import { type Booking, type BookingOrder, type Flight, formatDate } from "../../flights.ts";
import { pickSeatTool } from "../../pageTools.ts";
import { bookFlight, bookingSchema, readAnswer, readFlightOrder } from "../content/booking.ts";
import {
  BAG_PRICE,
  type Destination,
  flightList,
  freeSeats,
  nextFriday,
  timetable,
} from "../content/timetable.ts";
import { type EarlierCall, earlierCalls, jsonOf, resultTextOf } from "../earlierCalls.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { interruptIdFor } from "../interruptIdFor.ts";
import { run, runUntilAnswered, runUntilResumed } from "../run.ts";
import { streamCall, streamText } from "../streamSteps.ts";

/**
 * Searches flights with its own tool, requests a seat with a frontend tool, and requests
 * approval before booking.
 */
export const flightExample: ExampleScript = ({ input, question }) => {
  const id = input.runId;
  const destination = findDestination(input);
  if (!destination) {
    return run(
      input,
      streamText(
        `${id}-answer`,
        `Where to? From here I can fly you to ${timetable.map(({ city }) => `*${city}*`).join(", ")}; “${question}” is not on the list.`,
      ),
    );
  }
  const calls = earlierCalls(input);
  const booking = calls.findLast(({ name }) => name === "book_flight");
  if (booking) return afterApproval(input, booking, destination, calls);

  const seat = calls.find(({ name }) => name === pickSeatTool.name);
  const flight = choose(destination.flights, question) ?? destination.flights[0];
  if (seat) {
    const order = makeOrder(flight, readSeat(seat));
    const lead = streamText(`${id}-lead`, "Then this is what I would book.");
    return askToBook(input, lead, order, destination);
  }

  const lead = `${id}-lead`;
  const searchId = `${id}-search`;
  const list = flightList(destination, nextFriday(new Date()));
  const search: ScriptStep[] = [
    ...streamText(lead, `Let me see what flies to ${destination.city}.`),
    ...streamCall(searchId, "search_flights", { to: list.to, date: list.date }, lead),
    { delayMs: 900 },
    {
      type: "TOOL_CALL_RESULT",
      messageId: `${searchId}-result`,
      toolCallId: searchId,
      content: JSON.stringify(list),
    },
  ];
  const pick = `The ${flight.departs} flight suits you best, I think.`;
  const canPick = input.tools?.some(({ name }) => name === pickSeatTool.name);
  if (!canPick) {
    const steps = [...search, ...streamText(`${id}-pick`, pick)];
    return askToBook(input, steps, makeOrder(flight), destination, `${id}-pick`);
  }
  const seatId = `${id}-seat`;
  return runUntilAnswered(
    input,
    [
      ...search,
      ...streamText(`${id}-pick`, `${pick} Where would you like to sit?`),
      ...streamCall(
        seatId,
        pickSeatTool.name,
        { flight: flight.flight, free: freeSeats },
        `${id}-pick`,
      ),
    ],
    [seatId],
  );
};

/** Continues after the user's answer to the booking request. */
function afterApproval(
  input: RunAgentInput,
  { id, args, answer, result }: EarlierCall,
  destination: Destination,
  calls: readonly EarlierCall[],
): readonly ScriptStep[] {
  const messageId = `${input.runId}-answer`;
  const order = readFlightOrder(args);
  // The result exists, so the previous run was cut off after booking; the flight is not booked
  // twice.
  if (!answer && result)
    return run(input, streamText(messageId, `That is done: ${resultTextOf(result)}`));
  if (!answer || !order) return run(input, streamText(messageId, "Let us begin again: where to?"));

  const decision = readAnswer(answer, destination);
  if (decision === "cancelled") {
    return run(input, [
      ...resultOf(id, { status: "not booked", reason: "cancelled" }),
      ...streamText(messageId, "Cancelled. Nothing is booked, and nothing is charged."),
    ]);
  }
  if (!decision.approved) {
    const denied = resultOf(id, { status: "not booked", reason: decision.reason ?? "declined" });
    const refused = calls.map(({ args }) => readFlightOrder(args)?.flight);
    const left = destination.flights.filter(({ flight }) => !refused.includes(flight));
    const other = decision.reason ? choose(left, decision.reason) : undefined;
    if (!other) {
      const text = decision.reason
        ? `I have not booked anything: “${decision.reason}”. These were all the flights there are.`
        : "I have not booked anything. Tell me if you would like another day or another city.";
      return run(input, [...denied, ...streamText(messageId, text)]);
    }
    const lead = streamText(`${input.runId}-lead`, `“${decision.reason}” — what about this one?`);
    return askToBook(input, [...denied, ...lead], { ...order, flight: other.flight }, destination);
  }

  const final = decision.editedArgs ?? order;
  const booking = bookFlight(final, destination, new Date());
  return run(input, [
    { delayMs: 1_100 },
    ...resultOf(id, booking),
    ...streamText(messageId, reportBooking(booking, order, final)),
  ]);
}

/** Calls the tool and interrupts the run before its execution. */
function askToBook(
  input: RunAgentInput,
  before: readonly ScriptStep[],
  order: BookingOrder,
  destination: Destination,
  parentMessageId = `${input.runId}-lead`,
): readonly ScriptStep[] {
  const toolCallId = `${input.runId}-book`;
  const flight = destination.flights.find((one) => one.flight === order.flight);
  const total = (flight?.price ?? 0) + order.bags * BAG_PRICE;
  return runUntilResumed(
    input,
    [...before, ...streamCall(toolCallId, "book_flight", order, parentMessageId)],
    [
      {
        id: interruptIdFor(toolCallId),
        reason: "tool_call",
        toolCallId,
        message: `Book ${order.flight} to ${destination.city} on ${formatDate(order.date)} for €${total}?`,
        responseSchema: bookingSchema(destination),
      },
    ],
  );
}

function resultOf(toolCallId: string, booking: Booking): readonly ScriptStep[] {
  return [
    {
      type: "TOOL_CALL_RESULT",
      messageId: `${toolCallId}-result`,
      toolCallId,
      content: JSON.stringify(booking),
    },
  ];
}

function reportBooking(booking: Booking, request: BookingOrder, order: BookingOrder): string {
  if (booking.status === "not booked") {
    return `The airline did not take that: ${booking.reason} Ask me again, and change it before you approve.`;
  }
  const changes = [
    order.flight !== request.flight && `flight ${order.flight} instead of ${request.flight}`,
    order.date !== request.date &&
      `${formatDate(order.date)} instead of ${formatDate(request.date)}`,
    order.seat !== request.seat && `seat ${order.seat ?? "as it comes"}`,
    order.bags !== request.bags && (order.bags === 1 ? "one bag" : `${order.bags} bags`),
  ].filter((change) => change !== false);
  const changed = changes.length > 0 ? ` I took your changes: ${changes.join(", ")}.` : "";
  return `Booked, for **€${booking.total}** in all.${changed} Your code is **${booking.code}**. Have a good flight!`;
}

/** Finds the last destination that the user has named. */
function findDestination({ messages }: RunAgentInput): Destination | undefined {
  const spoken = messages.filter((message) => message.role === "user").reverse();
  for (const { content } of spoken) {
    const text = (typeof content === "string" ? content : JSON.stringify(content)).toLowerCase();
    const found = timetable.find(({ city }) => text.includes(city.toLowerCase()));
    if (found) return found;
  }
  return undefined;
}

/** Returns the flight that matches the text best, or the cheapest. */
function choose(flights: readonly Flight[], words: string): Flight | undefined {
  if (/too late|(?<!too )earl|morning/i.test(words)) return flights[0];
  if (/too early|late|afternoon|evening/i.test(words)) return flights.at(-1);
  return flights.toSorted((a, b) => a.price - b.price)[0];
}

function makeOrder({ flight }: Flight, seat?: string): BookingOrder {
  return { flight, date: nextFriday(new Date()), ...(seat !== undefined && { seat }), bags: 1 };
}

function readSeat({ result }: EarlierCall): string | undefined {
  if (!result || result.error !== undefined) return undefined;
  const seat = jsonOf(result) ?? resultTextOf(result);
  return typeof seat === "string" && freeSeats.includes(seat) ? seat : undefined;
}
