import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Test files that take more than 25 seconds, by their path in `test/`. */
export const longest: readonly string[] = [
  "components/markdown/Markdown.growth.browser.test.tsx",
  "components/markdown/lexer/splitBlocks.growth.test.ts",
  "components/transcript/WindowBottomEdge.browser.test.tsx",
  "components/transcript/WindowEdge.browser.test.tsx",
  "differential/generated.test.ts",
  "e2e/demo/accessibility.e2e.test.ts",
  "e2e/demo/conversation.e2e.test.ts",
  "e2e/demo/everyExample.e2e.test.ts",
  "e2e/demo/layoutAndNavigation.e2e.test.ts",
  "e2e/demo/reconnect.e2e.test.ts",
  "e2e/demo/threadList.e2e.test.ts",
  "e2e/demo/twoTabs.e2e.test.ts",
  "e2e/demo/yourAgent.e2e.test.ts",
  "e2e/servers/conformance.e2e.test.ts",
  "property/reconnect.test.ts",
  "property/reducer.test.ts",
  "recordings/cuts.test.ts",
  "recordings/replay.test.ts",
  "transport/http/streamRun.test.ts",
];

/**
 * Starts the longest files first, so that none is alone at the end with the other workers idle.
 * Vitest knows the durations only after a first run, and starts the largest files first until then.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) =>
      longest.some((path) => moduleId.endsWith(`/test/${path}`));
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
