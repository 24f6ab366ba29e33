/** Endpoint of the user's own agent; `null` for the demo's agent. */
declare const __AGENT_URL__: string | null;
