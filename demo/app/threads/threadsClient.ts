import { createAgentClient, indexedDbStorage } from "agui-kit";
import { agents } from "../agents.ts";

/**
 * The client whose conversations are kept. It has a place of its own, as the other scenes begin anew with
 * every load of the page, and it outlives the scene: its runs go on while another one is shown.
 */
export const threadsClient = agents.threads
  ? createAgentClient({
      agents: { threads: agents.threads },
      storage: indexedDbStorage({ name: "agui-kit-demo" }),
      reconnect: { attempts: 5, firstMs: 400, longestMs: 2_000 },
    })
  : undefined;
