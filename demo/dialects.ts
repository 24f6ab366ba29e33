/** A way in which the demo's server says the same thing. */
export interface Spelling {
  /** The agent that speaks it; the first is named as the scene. */
  readonly agentId: string;
  readonly name: string;
  /** What is particular about it. */
  readonly about: string;
}

/** The scene in which one conversation is held in five dialects. */
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
