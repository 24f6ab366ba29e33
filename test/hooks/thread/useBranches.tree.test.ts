import { expect, test } from "vitest";
import { fc } from "../../support/seededFastCheck.ts";
import { type Beginning, createBranchTree, type Step } from "./branchTree.ts";

const anyStep: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom("send", "regenerate", "edit", "switch", "switch", "note"),
  fc.nat({ max: 97 }),
);

const system = { id: "s", role: "system" as const, content: "S" };
const question = { id: "q", role: "user" as const, content: "Q" };
const welcome = { id: "w", role: "assistant" as const, content: "Welcome" };

test.each<[string, Beginning]>([
  ["that is empty", {}],
  ["that the agent starts", { isBegunByAgent: true }],
  [
    "that the agent starts after a system message",
    { initialMessages: [system], isBegunByAgent: true },
  ],
  ["with a greeting", { initialMessages: [system, welcome] }],
  [
    "that the agent starts after a greeting",
    { initialMessages: [system, welcome], isBegunByAgent: true },
  ],
  ["with messages", { initialMessages: [question, welcome] }],
])(
  "a thread %s shows every branch as it was last shown, after any actions",
  async (_, beginning) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), async (steps) => {
        const { thread, applyStep, texts, branches } = await createBranchTree(beginning);
        for (const step of steps) {
          await applyStep(step);
          const { messages, branches: actual } = thread.getSnapshot();
          expect(messages.map(({ content }) => content)).toEqual(texts());
          expect(actual).toEqual(branches());
        }
      }),
      { numRuns: 100 },
    );
  },
  60_000,
);
