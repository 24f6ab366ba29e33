/** Example of the demo: a feature, with the messages that show it. */
export interface Example {
  /** Hash of the example's URL and last segment of the agent's path. */
  readonly id: string;
  /** Heading that groups examples in the list. */
  readonly group: string;
  readonly title: string;
  /** Description of the feature. */
  readonly about: string;
  /** Heading of the empty conversation. */
  readonly welcome: string;
  readonly suggestions: readonly string[];
  readonly placeholder: string;
}

/** Returns the only example for an agent of the user's own. */
export function ownExample(agentUrl: string): Example {
  return {
    id: "agent",
    group: "Agent",
    title: "Your agent",
    about: `Your messages are sent to ${agentUrl}.`,
    welcome: "Send your agent a message",
    suggestions: ["Hello", "What can you do?"],
    placeholder: "Write a message…",
  };
}
