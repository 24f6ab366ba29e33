import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

const CHAPTERS = 14;
const PARAGRAPHS = 4;

const who = ["The keeper", "Her brother", "The pilot", "A stranger", "The postman", "The cook"];
const did = [
  "counted the ships that had passed since morning",
  "polished the lamp until the brass showed the whole room",
  "wrote the wind into the book, as on every other day",
  "waited for the boat that brings bread and letters",
  "mended the rope that the winter had frayed",
  "said nothing for a long while, and was understood",
  "carried water up the ninety-one steps",
];
const where = [
  "where the stairs turn for the last time",
  "in the room below the light",
  "on the rocks that are dry at noon only",
  "by the window that looks north",
  "at the table with the short leg",
];
const then = [
  "and the fog came in without a sound",
  "and nobody asked why",
  "while the gulls argued about the weather",
  "as if the sea had all the time there is",
  "and the light went round, as it does",
];

/** Streams some thousands of words at about the speed of the network. */
export const longExample: ExampleScript = ({ input, question }) => {
  const text = book(question, input.messages.length);
  return run(
    input,
    streamText(`${input.runId}-answer`, text, { wordsPerSecond: 1_500, wordsPerEvent: 12 }),
  );
};

function book(question: string, seed: number): string {
  const chapters = Array.from({ length: CHAPTERS }, (_, index) => chapter(index + 1, seed));
  return `You asked: “${question}”. This is the long answer.\n\n${chapters.join("\n\n")}\n\n*The end.*`;
}

function chapter(number: number, seed: number): string {
  const draw = createDraw(number * 7919 + seed);
  const sentence = () => `${draw(who)} ${draw(did)} ${draw(where)}, ${draw(then)}.`;
  const paragraph = () => [sentence(), sentence(), sentence()].join(" ");
  const body = Array.from({ length: PARAGRAPHS }, paragraph);
  // Lists and similar blocks vary the answer, as in real long answers.
  if (number % 3 === 0) body.splice(2, 0, `- ${sentence()}\n- ${sentence()}\n- ${sentence()}`);
  if (number % 4 === 0) body.splice(1, 0, `> ${sentence()}`);
  return `## ${number}. ${draw(who)}\n\n${body.join("\n\n")}`;
}

/** Creates a seeded random choice (Lehmer's generator). */
function createDraw(seed: number): (from: readonly string[]) => string {
  let state = seed;
  return (from) => {
    state = (state * 48_271) % 2_147_483_647;
    return from[state % from.length] ?? "";
  };
}
