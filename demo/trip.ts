import { fieldOf } from "./fieldOf.ts";

/** What the scene with two branches shares. */
export interface Trip {
  readonly city: string;
  readonly nights: number;
  readonly hotel: string;
  /** In euros. */
  readonly total: number;
}

/** Reads the trip out of a state that came from elsewhere, as far as there is one. */
export function readTrip(state: unknown): Trip | undefined {
  const trip = fieldOf(state, "trip");
  const [city, hotel] = [fieldOf(trip, "city"), fieldOf(trip, "hotel")];
  const [nights, total] = [fieldOf(trip, "nights"), fieldOf(trip, "total")];
  if (typeof city !== "string" || typeof hotel !== "string") return undefined;
  if (typeof nights !== "number" || typeof total !== "number") return undefined;
  return { city, nights, hotel, total };
}
