import type { Example } from "./example.ts";

/** Examples of what a response contains. */
export const responseExamples: readonly [Example, ...Example[]] = [
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
];
