// @vitest-environment node
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTree, type Step } from "./branchTree.ts";

const anyStep: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom("send", "regenerate", "edit", "switch", "switch", "note"),
  fc.nat({ max: 97 }),
);

const system = { id: "s", role: "system" as const, content: "S" };
const question = { id: "q", role: "user" as const, content: "Q" };
const welcome = { id: "w", role: "assistant" as const, content: "Welcome" };

test.each([
  ["that is empty", []],
  ["in which the agent speaks first", [welcome]],
  ["in which the agent speaks first, as it was told", [system, welcome]],
  ["that has begun", [question, welcome]],
])(
  "in a thread %s every way is found that was gone, as it was left",
  async (_, initial) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), async (steps) => {
        const { thread, take, texts, branches } = createTree(initial);
        for (const step of steps) {
          await take(step);
          const { messages, branches: found } = thread.getSnapshot();
          expect(messages.map(({ content }) => content)).toEqual(texts());
          expect(found).toEqual(branches());
        }
      }),
      { numRuns: 100 },
    );
  },
  60_000,
);
