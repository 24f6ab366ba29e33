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
    about: "As the protocol has it: a start, pieces and an end for everything.",
  },
  {
    agentId: "tanstack",
    name: "TanStack AI",
    about:
      "Version 0.10: pieces come with the whole so far, each turn is a run, and a call ends twice.",
  },
  {
    agentId: "awaken",
    name: "Awaken",
    about: "Its run ids are its own, results have no message id, and every turn is a step.",
  },
  {
    agentId: "hector",
    name: "Hector",
    about: "Named events with their payload one level down, and content in blocks.",
  },
  {
    agentId: "arkavo",
    name: "arkavo",
    about: "Frames on a WebSocket: messages without start or end, and calls in one piece.",
  },
];
