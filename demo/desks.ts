import { readField } from "./readField.ts";

/** Id of the agent that receives every customer, and of its example. */
export const RECEPTION = "handover";

/** Id of the agent that a conversation is handed over to. */
export const WORKSHOP = "workshop";

/** Ticket that the reception writes into the shared state. */
export interface Ticket {
  readonly number: string;
  readonly bike: string;
  /** Faults of the bike, in the order of the messages. */
  readonly troubles: readonly string[];
}

/** Reads the ticket from an untrusted state; undefined without one. */
export function readTicket(state: unknown): Ticket | undefined {
  const ticket = readField(state, "ticket");
  const [number, bike] = [readField(ticket, "number"), readField(ticket, "bike")];
  const list = readField(ticket, "troubles");
  const troubles = Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  if (typeof number !== "string" || typeof bike !== "string" || troubles.length === 0) {
    return undefined;
  }
  return { number, bike, troubles };
}
