import { pickCard } from "../content/pickCard.ts";
import type { ExampleRequest, ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamReasoning, streamText } from "../streamSteps.ts";

interface Thought {
  readonly reasoning: string;
  readonly answer: string;
}

/** Streams reasoning before the answer. */
export const reasoningExample: ExampleScript = (request) => {
  const { input } = request;
  const card = pickCard(request);
  if (card) return run(input, card);
  const { reasoning, answer } = consider(request);
  return run(input, [
    ...streamReasoning(`${input.runId}-reasoning`, reasoning, { wordsPerSecond: 40 }),
    { delayMs: 200 },
    ...streamText(`${input.runId}-answer`, answer),
  ]);
};

function consider({ question, turn }: ExampleRequest): Thought {
  if (/bat|ball/i.test(question)) return batAndBall;
  if (/tuner|how many/i.test(question)) return pianoTuners;
  const number = Number(/\d{1,9}/.exec(question.replaceAll(/[,.\s](?=\d{3})/g, ""))?.[0]);
  if (Number.isInteger(number)) return primality(number);
  return {
    reasoning: `The user says: “${question}”. It is their message number ${turn}. I have no puzzle of that kind prepared, and guessing would be worse than saying so. What I can do honestly is to name what I do know: whether a number is prime, a price that looks easier than it is, and an estimate from almost nothing.`,
    answer: `I thought about “${question}”, and I would rather not make something up. Ask me whether a **number** is prime — any up to nine digits — and I will show you how I find out.`,
  };
}

const batAndBall: Thought = {
  reasoning: `The answer that comes to mind is 10 cents. Check it: then the bat costs 1.00 and the difference is 90 cents, not a whole euro. So that is wrong.

Let the ball cost *b*. The bat costs *b* + 1.00, and together they are 2*b* + 1.00 = 1.10. So 2*b* = 0.10 and *b* = 0.05.

Check again: 0.05 + 1.05 = 1.10, and 1.05 − 0.05 = 1.00. That holds.`,
  answer: `The ball costs **5 cents**, and the bat 1.05.

Ten cents is what comes to mind first, but then the bat would cost only 90 cents more than the ball.`,
};

const pianoTuners: Thought = {
  reasoning: `Nobody expects a list of names; this wants an estimate whose steps can be checked.

- About 2.7 million people live in Chicago, in roughly 1.1 million households.
- Perhaps one household in twenty has a piano: 55,000. Schools, churches and halls add some; say 60,000.
- A piano is tuned about once a year: 60,000 tunings.
- A tuner manages four a day, 5 days a week, 50 weeks: 1,000 a year.

60,000 / 1,000 = 60. The weakest step is one piano in twenty homes: with one in fifty it would be 25.`,
  answer: `About **60**, and quite surely between 25 and 100.

| Step | Guess |
| :-- | --: |
| Pianos in the city | 60,000 |
| Tunings a year | 60,000 |
| Tunings by one tuner | 1,000 |
| Tuners | **60** |

The weakest guess is how many homes have a piano.`,
};

function primality(number: number): Thought {
  const root = Math.floor(Math.sqrt(number));
  const factor = smallestFactor(number);
  if (number < 2) {
    return {
      reasoning: `A prime has exactly two divisors. ${number} does not: it is too small.`,
      answer: `No. **${number}** is too small: the first prime is 2.`,
    };
  }
  const start = `If ${number} is not prime, one of its factors is at most its square root, which is a little over ${root}. So I need to try the primes up to ${root} and none beyond.`;
  if (factor === number) {
    const tried = [2, 3, 5, 7, 11, 13].filter((prime) => prime <= root);
    const remainders = tried
      .map((prime) => `- by ${prime}: ${number % prime} is left over`)
      .join("\n");
    return {
      reasoning: `${start}\n\n${remainders || "- there is nothing to try"}\n\nand so on. None of them divides it.`,
      answer: `Yes, **${number}** is prime: no prime up to ${root} divides it.`,
    };
  }
  return {
    reasoning: `${start}\n\nThe small ones first. ${factor} goes into it: ${factor} × ${number / factor} = ${number}. That settles it, and there is no need to look further.`,
    answer: `No: **${number} = ${factor} × ${number / factor}**.`,
  };
}

function smallestFactor(number: number): number {
  for (let factor = 2; factor * factor <= number; factor++) {
    if (number % factor === 0) return factor;
  }
  return number;
}
