/** Endpoint of the user's own agent; `null` for the demo's agent. */
declare const __AGENT_URL__: string | null;

/** Name of the dialect of the user's own agent; `null` for AG-UI. */
declare const __AGENT_DIALECT__: string | null;
