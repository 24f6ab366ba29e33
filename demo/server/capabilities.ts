import type { AgentCapabilities } from "../../src/protocol/events.ts";
import { RECEPTION, WORKSHOP } from "../desks.ts";

/** Capabilities that `GET /agent/EXAMPLE/capabilities` returns, by example. */
export const capabilities: ReadonlyMap<string, AgentCapabilities> = new Map([
  [
    RECEPTION,
    {
      identity: { name: "Nora", description: "Front desk: listens, and writes the ticket" },
      state: { snapshots: true },
    },
  ],
  [
    WORKSHOP,
    {
      identity: { name: "Theo", description: "Workshop: knows what it takes, and what it costs" },
      state: { snapshots: false },
    },
  ],
]);
