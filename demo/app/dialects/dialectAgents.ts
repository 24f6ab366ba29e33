import { type Agent, httpAgent, webSocketAgent } from "agui-kit";
import { arkavo, awaken, hector, tanstack } from "agui-kit/dialects";
import { DIALECTS } from "../../dialects.ts";
import { dialectWires } from "../wire/wires.ts";

/** Creates an agent for each dialect; all of them follow the same script. */
export function dialectAgents(base: string, search: string): Readonly<Record<string, Agent>> {
  const at = (agentId: string) => ({
    url: agentId === DIALECTS ? `${base}${search}` : `${base}/${agentId}${search}`,
    fetch: dialectWires[agentId]?.fetch ?? fetch,
  });
  return {
    [DIALECTS]: httpAgent(at(DIALECTS)),
    tanstack: httpAgent({ ...at("tanstack"), dialect: tanstack({ legacy: true }) }),
    awaken: httpAgent({ ...at("awaken"), dialect: awaken() }),
    hector: httpAgent({ ...at("hector"), dialect: hector() }),
    arkavo: webSocketAgent({
      url: at("arkavo").url,
      dialect: arkavo({ agentId: "ferries" }),
      WebSocket: dialectWires.arkavo?.WebSocket ?? WebSocket,
      // The gateway leaves the socket open for more messages of the chat.
      lingerMs: 50,
    }),
  };
}
