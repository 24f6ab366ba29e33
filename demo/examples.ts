import { DIALECTS } from "./dialects.ts";

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

/** Examples of the demo's own agent. */
export const scriptedExamples: readonly [Example, ...Example[]] = [
  {
    id: "markdown",
    group: "Responses",
    title: "Markdown tour",
    about: "Responses stream in as Markdown. Images from other sites load when you allow them.",
    welcome: "What should I write?",
    suggestions: [
      "Show me everything you can write",
      "Compare three databases in a table",
      "Explain recursion with some code",
      "Plan a weekend in Lisbon",
    ],
    placeholder: "Ask for anything in Markdown…",
  },
  {
    id: "reasoning",
    group: "Responses",
    title: "Reasoning",
    about: "The agent thinks before it responds, visibly or hidden. Choose how much is shown.",
    welcome: "What should I think about?",
    suggestions: [
      "Is 2027 a prime number?",
      "How many piano tuners work in Chicago?",
      "A bat and a ball cost 1.10. The bat costs 1.00 more. What does the ball cost?",
      "Pick a card in private",
    ],
    placeholder: "Ask a puzzle, or about a number…",
  },
  {
    id: "plan",
    group: "Responses",
    title: "Activity plan",
    about: "The agent shows its plan as an activity and checks off each step.",
    welcome: "What should I take on?",
    suggestions: [
      "Plan the launch of a product",
      "Prepare a dinner for eight",
      "Move my blog to a new server",
    ],
    placeholder: "Name something to do…",
  },
  {
    id: "long",
    group: "Responses",
    title: "Long response",
    about: "Almost five thousand words at full speed. Scroll up, jump back to the end, or stop it.",
    welcome: "How long do you have?",
    suggestions: ["Tell me a very long story", "Tell me another one, just as long"],
    placeholder: "Ask for something long…",
  },
  {
    id: "tool",
    group: "Tools",
    title: "Backend tool",
    about:
      "The agent calls its own tool. Open the row, even while its arguments are still streaming.",
    welcome: "Where do you want to know the weather?",
    suggestions: [
      "What is the weather in Lisbon?",
      "Compare Oslo, Cairo and Tokyo",
      "Do I need an umbrella in London?",
    ],
    placeholder: "Name a city…",
  },
  {
    id: "theme",
    group: "Tools",
    title: "Page theme",
    about: "The agent calls a tool in this page and continues with its result.",
    welcome: "How should this page look?",
    suggestions: [
      "Make the page dark",
      "Make the page light",
      "Show me both, then change it back",
      "Follow my system",
    ],
    placeholder: "Describe how it should look…",
  },
  {
    id: "draw",
    group: "Tools",
    title: "Failing tool",
    about: "The tool fails at first. The agent reads the error and retries with better arguments.",
    welcome: "What should I draw?",
    suggestions: [
      "Draw the mountains at dusk",
      "Draw the sea by moonlight",
      "Draw some dunes at sunrise",
    ],
    placeholder: "Mountains, the sea, or dunes…",
  },
  {
    id: "flight",
    group: "You decide",
    title: "Flight booking",
    about: "Choose a seat, then approve the booking, edit it first, or say why not.",
    welcome: "Where do you want to fly?",
    suggestions: [
      "Book me a flight to Lisbon",
      "The first flight to Oslo in the morning",
      "I want to be in Vienna in the evening",
    ],
    placeholder: "Name a city…",
  },
  {
    id: "form",
    group: "You decide",
    title: "Form",
    about: "The agent requests details with a JSON Schema. The page renders it as a form.",
    welcome: "What can I help you with?",
    suggestions: [
      "Sign me up for the sailing weekend",
      "Order lunch for the team",
      "I have lost my bag",
    ],
    placeholder: "Say what you need…",
  },
  {
    id: "approvals",
    group: "You decide",
    title: "Three approvals",
    about: "Three tool calls need your approval. The agent continues when all are answered.",
    welcome: "What can I do for you?",
    suggestions: [
      "Get everything ready for my holidays",
      "Publish the new release",
      "Clean up my files",
    ],
    placeholder: "Holidays, a release, files…",
  },
  {
    id: "state",
    group: "Shared context",
    title: "Shared recipe",
    about:
      "You and the agent edit the same card, even at once. Your changes stay until they are sent.",
    welcome: "What are we cooking?",
    suggestions: [
      "Write down a tomato soup",
      "Change the title while I do",
      "Take away what I am editing",
      "Put the ingredients in order",
    ],
    placeholder: "Ask for a recipe, or for a change…",
  },
  {
    id: "document",
    group: "Shared context",
    title: "Live document",
    about: "Watch the draft being written. It takes effect when you accept it.",
    welcome: "What should I write for you?",
    suggestions: [
      "Write a story about a lighthouse",
      "Invite our friends to a picnic",
      "Write a note to the neighbours",
    ],
    placeholder: "Ask for a text, or a change…",
  },
  {
    id: "progress",
    group: "Shared context",
    title: "Live steps",
    about:
      "The agent advances steps in the shared state. Each run keeps its own in the transcript.",
    welcome: "What should I do step by step?",
    suggestions: ["Plan a birdhouse", "Guide me to a sourdough bread", "Sort my holiday photos"],
    placeholder: "Name something with several steps…",
  },
  {
    id: "research",
    group: "Shared context",
    title: "Research",
    about: "The plan and its searches are activities; each search fills in as it runs.",
    welcome: "What should I find out?",
    suggestions: [
      "Are night trains worth it?",
      "How do bees spend the winter?",
      "What makes coffee bitter?",
    ],
    placeholder: "Ask something worth looking up…",
  },
  {
    id: "subagents",
    group: "Shared context",
    title: "Two sub-agents",
    about: "Two agents work at once, each in its own card. One of them needs your input.",
    welcome: "Where do you want to spend the weekend?",
    suggestions: [
      "A weekend in Porto, by the river",
      "Two days among the canals of Bruges",
      "Hiking in the mountains",
    ],
    placeholder: "A river, canals, mountains…",
  },
  {
    id: "usage",
    group: "Shared context",
    title: "Usage and cost",
    about: "The agent reports its models and tokens. The page knows their prices.",
    welcome: "What should it cost?",
    suggestions: [
      "Give me a short answer",
      "Let two models share the work",
      "Think hard about it",
      "Ask a model without a price",
    ],
    placeholder: "Ask again and watch the total grow…",
  },
  {
    id: "orders",
    group: "Shared context",
    title: "Your page as context",
    about: "The agent knows which order you have open. Say “this one”, and rate the response.",
    welcome: "What about this order?",
    suggestions: ["Where is this one?", "Cancel this one, please", "Tell me when this one arrives"],
    placeholder: "Ask about the order you have open…",
  },
  {
    id: "handover",
    group: "Shared context",
    title: "Two agents",
    about: "Each has its own conversation, until you hand one over with its full history.",
    welcome: "What is wrong with your bike?",
    suggestions: ["My brakes squeal", "The gears slip uphill", "I have a flat tyre"],
    placeholder: "Tell Nora…",
  },
  {
    id: "threads",
    group: "Threads and connections",
    title: "Thread list",
    about: "Conversations continue while you view others, and are all here after a reload.",
    welcome: "What do you want to talk about?",
    suggestions: [
      "Explain the tides to me",
      "Plan five quick dinners",
      "What do I pack for three days in the Alps?",
    ],
    placeholder: "Start a conversation…",
  },
  {
    id: "branches",
    group: "Threads and connections",
    title: "Edited question",
    about:
      "Edit your question or regenerate the response. Every version is saved, with its own trip.",
    welcome: "Where do you want to go?",
    suggestions: ["A weekend in Lisbon", "A week in Oslo", "3 nights in Vienna"],
    placeholder: "Lisbon, Oslo or Vienna…",
  },
  {
    id: "reconnect",
    group: "Threads and connections",
    title: "Lost connection",
    about: "The connection drops mid-response. It recovers by itself, and nothing is missing.",
    welcome: "How should the connection behave?",
    suggestions: [
      "Tell a story, and cut the line once",
      "Cut the line twice",
      "Tell it without a break",
    ],
    placeholder: "Ask for a story…",
  },
  {
    id: DIALECTS,
    group: "Threads and connections",
    title: "Five dialects",
    about:
      "Five servers send the same content, each in its own format. The chat shows no difference.",
    welcome: "Where do you want to sail?",
    suggestions: [
      "When does the next ferry to Capri leave?",
      "And the one to Procida?",
      "Is there a ferry to Atlantis?",
    ],
    placeholder: "Capri, Ischia or Procida…",
  },
  {
    id: "error",
    group: "Errors",
    title: "Error and retry",
    about: "The first response fails. What you see stays, and one button tries again.",
    welcome: "How should it fail?",
    suggestions: [
      "Fail in the middle of the answer",
      "Drop the connection",
      "Answer with HTTP 503",
    ],
    placeholder: "Anything you send fails once…",
  },
];

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
