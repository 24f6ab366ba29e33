import type { Example } from "./example.ts";

/** Examples of tools, forms and approvals. */
export const toolExamples: readonly Example[] = [
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
    id: "charts",
    group: "Tools",
    title: "Charts",
    about: "The agent fills in a chart of this page, which grows while the numbers arrive.",
    welcome: "Which figures do you want to see?",
    suggestions: ["How was this year?", "Compare our regions", "Which pages are slow?"],
    placeholder: "Revenue, regions, or the speed of pages…",
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
];
