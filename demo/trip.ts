import { fieldOf } from "./fieldOf.ts";

/** Shared state of the scene “Branches”. */
export interface Trip {
  readonly city: string;
  readonly nights: number;
  readonly hotel: string;
  /** Total in euros. */
  readonly total: number;
}

/** Reads the trip from an untrusted state; undefined without one. */
export function readTrip(state: unknown): Trip | undefined {
  const trip = fieldOf(state, "trip");
  const [city, hotel] = [fieldOf(trip, "city"), fieldOf(trip, "hotel")];
  const [nights, total] = [fieldOf(trip, "nights"), fieldOf(trip, "total")];
  if (typeof city !== "string" || typeof hotel !== "string") return undefined;
  if (typeof nights !== "number" || typeof total !== "number") return undefined;
  return { city, nights, hotel, total };
}
