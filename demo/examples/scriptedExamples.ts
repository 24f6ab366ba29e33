import { connectionExamples } from "./connectionExamples.ts";
import type { Example } from "./example.ts";
import { responseExamples } from "./responseExamples.ts";
import { sharedContextExamples } from "./sharedContextExamples.ts";
import { toolExamples } from "./toolExamples.ts";

/** Examples of the demo's own agent, in the order of the list. */
export const scriptedExamples: readonly [Example, ...Example[]] = [
  ...responseExamples,
  ...toolExamples,
  ...sharedContextExamples,
  ...connectionExamples,
];
