import { DIALECTS } from "../dialects.ts";
import type { Example } from "./example.ts";

/** Examples of threads, of servers and of failures. */
export const connectionExamples: readonly Example[] = [
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
