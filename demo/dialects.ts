/** Dialect in which the demo's server sends the same content. */
export interface Spelling {
  /** Id of the agent with this dialect; the first has the example's id. */
  readonly agentId: string;
  readonly name: string;
  /** Peculiarities of the dialect. */
  readonly about: string;
}

/** Id of the example that shows one conversation in five dialects. */
export const DIALECTS = "dialects";

export const spellings: readonly [Spelling, ...Spelling[]] = [
  {
    agentId: DIALECTS,
    name: "AG-UI 1.0",
    about: "The protocol itself: a start, deltas and an end for everything.",
  },
  {
    agentId: "tanstack",
    name: "TanStack AI",
    about:
      "Version 0.10: each delta repeats the full text, each turn is a run, and a call ends twice.",
  },
  {
    agentId: "awaken",
    name: "Awaken",
    about: "It has its own run ids, results have no message id, and every turn is a step.",
  },
  {
    agentId: "hector",
    name: "Hector",
    about: "Named events with their payload one level down, and content in blocks.",
  },
  {
    agentId: "arkavo",
    name: "arkavo",
    about: "Frames on a WebSocket: messages without start or end, and complete tool calls.",
  },
];
