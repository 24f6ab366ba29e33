import { readField } from "./readField.ts";

/** Shared state of the example “Branches”. */
export interface Trip {
  readonly city: string;
  readonly nights: number;
  readonly hotel: string;
  /** Total in euros. */
  readonly total: number;
}

/** Reads the trip from an untrusted state; undefined without one. */
export function readTrip(state: unknown): Trip | undefined {
  const trip = readField(state, "trip");
  const [city, hotel] = [readField(trip, "city"), readField(trip, "hotel")];
  const [nights, total] = [readField(trip, "nights"), readField(trip, "total")];
  if (typeof city !== "string" || typeof hotel !== "string") return undefined;
  if (typeof nights !== "number" || typeof total !== "number") return undefined;
  return { city, nights, hotel, total };
}
