import { spellings } from "../../dialects.ts";
import { createWire, type Wire } from "./wire.ts";

/** The wire of the scene whose connection breaks. */
export const reconnectWire = createWire();

/** One wire for each dialect, by its agent. */
export const dialectWires: Readonly<Record<string, Wire>> = Object.fromEntries(
  spellings.map(({ agentId }) => [agentId, createWire()]),
);
