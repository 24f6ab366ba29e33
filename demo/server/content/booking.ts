import type { ResumeEntry } from "../../../src/protocol/events.ts";
import { type Booking, type BookingOrder, formatDate } from "../../flights.ts";
import { readField } from "../../readField.ts";
import { readPayload } from "../readPayload.ts";
import { BAG_PRICE, type Destination, freeSeats, HOME } from "./timetable.ts";

/** Answer of the user to a booking request. */
export type BookingDecision =
  | "cancelled"
  | { readonly approved: true; readonly editedArgs: BookingOrder | undefined }
  | { readonly approved: false; readonly reason: string | undefined };

/** Returns the schema of an approval: as requested, with edited arguments, or declined. */
export function bookingSchema({ flights }: Destination): Record<string, unknown> {
  return {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      reason: { type: "string", title: "Why not?" },
      editedArgs: {
        type: "object",
        title: "Your booking",
        properties: {
          flight: {
            title: "Flight",
            oneOf: flights.map(({ flight, departs, arrives, price }) => ({
              const: flight,
              title: `${flight}, ${departs} to ${arrives}, €${price}`,
            })),
          },
          date: { type: "string", format: "date", title: "Day" },
          seat: { title: "Seat", enum: freeSeats },
          bags: {
            type: "integer",
            minimum: 0,
            maximum: 3,
            title: "Bags",
            description: `€${BAG_PRICE} each`,
          },
        },
        required: ["flight", "date", "bags"],
        additionalProperties: false,
      },
    },
    required: ["approved"],
    additionalProperties: false,
  };
}

/**
 * Reads the answer to a booking request.
 * @throws InvalidInput when the answer does not match the requested schema
 */
export function readAnswer(answer: ResumeEntry, destination: Destination): BookingDecision {
  const payload = readPayload(answer, bookingSchema(destination));
  if (payload === undefined) return "cancelled";
  if (readField(payload, "approved") === true) {
    return { approved: true, editedArgs: readFlightOrder(readField(payload, "editedArgs")) };
  }
  const reason = readField(payload, "reason");
  return { approved: false, reason: typeof reason === "string" && reason ? reason : undefined };
}

/** Reads the arguments of `book_flight`. */
export function readFlightOrder(args: unknown): BookingOrder | undefined {
  const flight = readField(args, "flight");
  const date = readField(args, "date");
  const seat = readField(args, "seat");
  const bags = readField(args, "bags");
  if (typeof flight !== "string" || typeof date !== "string" || typeof bags !== "number") {
    return undefined;
  }
  return { flight, date, ...(typeof seat === "string" && { seat }), bags };
}

/** Executes `book_flight`, with checks because the user may have edited the arguments. */
export function bookFlight(
  order: BookingOrder,
  { city, flights }: Destination,
  now: Date,
): Booking {
  const found = flights.find(({ flight }) => flight === order.flight);
  if (!found) return { status: "not booked", reason: `There is no flight ${order.flight}.` };
  if (order.date < now.toISOString().slice(0, 10)) {
    return { status: "not booked", reason: `${formatDate(order.date)} has passed.` };
  }
  return {
    status: "booked",
    code: codeOf(JSON.stringify(order)),
    from: HOME,
    to: city,
    departs: found.departs,
    arrives: found.arrives,
    ...order,
    total: found.price + order.bags * BAG_PRICE,
  };
}

/** Derives a code of six unambiguous characters from a booking. */
function codeOf(text: string): string {
  const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
  let number = [...text].reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000_007,
    7,
  );
  return Array.from({ length: 6 }, () => {
    number = (number * 48_271) % 2_147_483_647;
    return letters[number % letters.length] ?? "A";
  }).join("");
}
