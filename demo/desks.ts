import { fieldOf } from "./fieldOf.ts";

/** The agent that talks to everybody first; its scene has the same name. */
export const RECEPTION = "handover";

/** The agent a conversation is handed over to. */
export const WORKSHOP = "workshop";

/** What the reception writes down, in the state that a conversation takes along. */
export interface Ticket {
  readonly number: string;
  readonly bike: string;
  /** What is wrong with it, in the order it was told. */
  readonly troubles: readonly string[];
}

/** Reads the ticket out of a state that came from elsewhere, as far as there is one. */
export function readTicket(state: unknown): Ticket | undefined {
  const ticket = fieldOf(state, "ticket");
  const [number, bike] = [fieldOf(ticket, "number"), fieldOf(ticket, "bike")];
  const list = fieldOf(ticket, "troubles");
  const troubles = Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  if (typeof number !== "string" || typeof bike !== "string" || troubles.length === 0) {
    return undefined;
  }
  return { number, bike, troubles };
}
