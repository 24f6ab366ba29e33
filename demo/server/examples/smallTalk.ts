import { escapeMarkdown } from "../escapeMarkdown.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

const answers: readonly (readonly [RegExp, string])[] = [
  [
    /tide/i,
    "The **moon** pulls at the sea, and a little more at the side that is closer. So the water is heaped up in two places: below the moon, and on the far side, where it is left behind.\n\nThe earth turns under both heaps once a day. That is why most coasts have two high waters a day, and why each comes about *fifty minutes later* than the day before: the moon has moved on by then.\n\nWhen sun and moon pull in one line, at full and new moon, the heaps add up to a **spring tide**. In between they work against each other, and the water hardly moves.",
  ],
  [
    /dinner|cook|eat/i,
    "Five evenings, none of them longer than half an hour:\n\n1. **Monday**: lentils with spinach and lemon.\n2. **Tuesday**: the rest of the lentils, as patties, with yoghurt.\n3. **Wednesday**: spaghetti with courgettes and too much garlic.\n4. **Thursday**: baked potatoes, cream cheese, whatever herbs are left.\n5. **Friday**: pizza, because it is Friday.\n\nBuy the lemons, the spinach and the yoghurt fresh; everything else keeps.",
  ],
  [
    /pack|alps|hut/i,
    "For three days from hut to hut, at most eight kilos:\n\n- boots that have *already* been walked in\n- a rain jacket, also if the forecast laughs at you\n- two shirts, one for the way and one for the evening\n- a sleeping bag liner; the huts have blankets\n- a headlamp, blister plasters, sunscreen, cash\n- a litre and a half of water\n\nLeave the second pair of trousers at home. Nobody will notice.",
  ],
];

/** Answers slowly, so that the user can open another example meanwhile. */
export const smallTalkExample: ExampleScript = ({ input, question, turn }) => {
  const prepared = answers.find(([words]) => words.test(question))?.[1];
  const text =
    prepared ??
    `You have said ${turn === 1 ? "one thing" : `${turn} things`} in this conversation, and last “${escapeMarkdown(question)}”. Go to another one if you like, or reload the page: I go on writing here, and what I have written is here when you come back. Ask me about *tides*, *dinners* or a *hut in the Alps* for something to read.`;
  return run(input, streamText(`${input.runId}-answer`, text, { wordsPerSecond: 22 }));
};
