import { createAgentClient, indexedDbStorage } from "agui-kit";
import { agents } from "../agents.ts";

/**
 * Client with persisted conversations. Separate from the other examples, which start empty on every
 * load, and module-level, so that runs continue while another example is shown.
 */
export const threadsClient = agents.threads
  ? createAgentClient({
      agents: { threads: agents.threads },
      storage: indexedDbStorage({ name: "agui-kit-demo" }),
      reconnect: { attempts: 5, firstMs: 400, longestMs: 2_000 },
    })
  : undefined;
