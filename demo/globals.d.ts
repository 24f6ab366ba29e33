/** The endpoint of the person's own agent; `null` when the demo talks to its own. */
declare const __AGENT_URL__: string | null;
