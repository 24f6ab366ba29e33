import type { Example } from "./example.ts";

/** Examples of state, activities and documents that the agent and the page share. */
export const sharedContextExamples: readonly Example[] = [
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
      "Write a note to the neighbors",
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
];
