import { fieldOf } from "./fieldOf.ts";

/** The agent that talks to everybody first; its scene has the same name. */
export const RECEPTION = "handover";

/** The agent a conversation is handed over to. */
export const WORKSHOP = "workshop";

/** What the reception writes down, in the state that a conversation takes along. */
export interface Ticket {
  readonly number: string;
  readonly bike: string;
  readonly trouble: string;
}

/** Reads the ticket out of a state that came from elsewhere, as far as there is one. */
export function readTicket(state: unknown): Ticket | undefined {
  const ticket = fieldOf(state, "ticket");
  const [number, bike, trouble] = ["number", "bike", "trouble"].map((name) => {
    const value = fieldOf(ticket, name);
    return typeof value === "string" ? value : "";
  });
  return number && bike && trouble ? { number, bike, trouble } : undefined;
}
