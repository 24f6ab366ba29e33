import { DIALECTS } from "./dialects.ts";

/** One page of the demo: a thing to see, and what to say to see it. */
export interface Scene {
  /** In the address after `#`, and in the agent's path. */
  readonly id: string;
  /** What the list of scenes puts together. */
  readonly group: string;
  readonly title: string;
  /** What there is to see. */
  readonly about: string;
  /** The heading of the empty conversation. */
  readonly welcome: string;
  readonly suggestions: readonly string[];
  readonly placeholder: string;
}

/** What the demo's own agent can show. */
export const scriptedScenes: readonly [Scene, ...Scene[]] = [
  {
    id: "markdown",
    group: "Answers",
    title: "Markdown tour",
    about: "Answers stream in as Markdown. Images from elsewhere ask first.",
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
    group: "Answers",
    title: "Reasoning",
    about: "The agent thinks first, in the open or sealed. You choose how much of it is shown.",
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
    group: "Answers",
    title: "Activity plan",
    about: "The agent shows its plan as an activity and ticks it off while it works.",
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
    group: "Answers",
    title: "Long answer",
    about: "Almost five thousand words as fast as they come. Scroll up, come back, or stop it.",
    welcome: "How long do you have?",
    suggestions: ["Tell me a very long story", "Tell me another one, just as long"],
    placeholder: "Ask for something long…",
  },
  {
    id: "tool",
    group: "Tools",
    title: "Backend tool",
    about:
      "The agent calls its own tool. Open the row, even while its arguments are still arriving.",
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
    about: "The agent calls a tool of this very page, and goes on with what the tool answers.",
    welcome: "How should this page look?",
    suggestions: [
      "Make the page dark",
      "Make the page light",
      "Show me both, then change it back",
      "Follow my system",
    ],
    placeholder: "Say how it should look…",
  },
  {
    id: "draw",
    group: "Tools",
    title: "Failing tool",
    about:
      "The tool fails at first. The agent reads why, and calls it again with better arguments.",
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
    about: "Pick a seat, then approve the booking, change it first, or say why not.",
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
    about: "The agent asks for what it needs with a JSON Schema. The page makes a form of it.",
    welcome: "What can I take down for you?",
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
    about: "Three calls wait for you at once. The agent goes on when all are answered.",
    welcome: "What should I take off your hands?",
    suggestions: [
      "Get everything ready for my holidays",
      "Publish the new release",
      "Clean up my files",
    ],
    placeholder: "Holidays, a release, files…",
  },
  {
    id: "state",
    group: "What it shares",
    title: "Shared recipe",
    about: "You and the agent edit one card, also at once. Yours stays until it has been sent.",
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
    group: "What it shares",
    title: "Live document",
    about: "You see the draft while it is written. It counts when you accept it.",
    welcome: "What should I write for you?",
    suggestions: [
      "Write a story about a lighthouse",
      "Invite our friends to a picnic",
      "Write a note to the neighbours",
    ],
    placeholder: "Ask for a text, or a change…",
  },
  {
    id: "research",
    group: "What it shares",
    title: "Research",
    about: "The plan and its searches are activities; each search fills while it goes on.",
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
    group: "What it shares",
    title: "Two sub-agents",
    about: "Two colleagues work at once, each in a card of its own. One of them needs you.",
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
    group: "What it shares",
    title: "Usage and cost",
    about: "The agent tells which models it used, and how much. The page knows what they cost.",
    welcome: "What should it cost?",
    suggestions: [
      "Give me a short answer",
      "Let two models share the work",
      "Think hard about it",
      "Ask a model without a price",
    ],
    placeholder: "Ask again, and watch it add up…",
  },
  {
    id: "orders",
    group: "What it shares",
    title: "Your page as context",
    about: "The agent knows which order you have open. Say “this one”, and rate what it says.",
    welcome: "What about this order?",
    suggestions: ["Where is this one?", "Cancel this one, please", "Tell me when this one arrives"],
    placeholder: "Ask about the order you have open…",
  },
  {
    id: "handover",
    group: "What it shares",
    title: "Two agents",
    about: "Each has a conversation of its own, until you hand one over with all that was said.",
    welcome: "What is wrong with your bike?",
    suggestions: ["My brakes squeal", "The gears slip uphill", "I have a flat tyre"],
    placeholder: "Tell Nora…",
  },
  {
    id: "threads",
    group: "Threads and wires",
    title: "Thread list",
    about: "Conversations go on while you look at others, and are all here after a reload.",
    welcome: "What do you want to talk about?",
    suggestions: [
      "Explain the tides to me",
      "Plan five quick dinners",
      "What do I pack for three days in the Alps?",
    ],
    placeholder: "Begin something…",
  },
  {
    id: "branches",
    group: "Threads and wires",
    title: "Edited question",
    about:
      "Edit what you said, or have it answered again. Every version stays, and its trip with it.",
    welcome: "Where do you want to go?",
    suggestions: ["A weekend in Lisbon", "A week in Oslo", "3 nights in Vienna"],
    placeholder: "Lisbon, Oslo or Vienna…",
  },
  {
    id: "reconnect",
    group: "Threads and wires",
    title: "Lost connection",
    about:
      "The line breaks in the middle of the answer. It heals by itself, and nothing is missing.",
    welcome: "How should the line behave?",
    suggestions: [
      "Tell a story, and cut the line once",
      "Cut the line twice",
      "Tell it without a break",
    ],
    placeholder: "Ask for a story…",
  },
  {
    id: DIALECTS,
    group: "Threads and wires",
    title: "Five dialects",
    about: "Five servers say the same, each in its own way. The chat cannot tell them apart.",
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
    group: "When it fails",
    title: "Error and retry",
    about: "The first answer fails. What came stays, and one button tries again.",
    welcome: "How should it go wrong?",
    suggestions: [
      "Fail in the middle of the answer",
      "Drop the connection",
      "Answer with HTTP 503",
    ],
    placeholder: "Whatever you send fails once…",
  },
];

/** The only scene when the demo talks to an agent of the person's own. */
export function ownScene(agentUrl: string): Scene {
  return {
    id: "agent",
    group: "Agent",
    title: "Your agent",
    about: `Everything you say goes to ${agentUrl}.`,
    welcome: "Say something to your agent",
    suggestions: ["Hello", "What can you do?"],
    placeholder: "Write a message…",
  };
}
