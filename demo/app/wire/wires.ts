import { spellings } from "../../dialects.ts";
import { createWire, type Wire } from "./wire.ts";

/** Wire of the example whose connection breaks. */
export const reconnectWire = createWire();

/** Wires of the dialects, by agent id. */
export const dialectWires: Readonly<Record<string, Wire>> = Object.fromEntries(
  spellings.map(({ agentId }) => [agentId, createWire()]),
);
