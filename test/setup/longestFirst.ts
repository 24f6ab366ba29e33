import { readFileSync } from "node:fs";
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
  "transport/http/runAgent.test.ts",
];

/**
 * Starts the longest files first, so that none is alone at the end with the other workers idle.
 * Vitest knows the durations only after a first run, and starts the largest files first until then.
 * Files with an environment of their own follow, since a worker keeps its modules until the next
 * file has another project or environment.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) =>
      longest.some((path) => moduleId.endsWith(`/test/${path}`));
    const others = sorted.filter((file) => !isLongest(file));
    const names = [...new Set(others.map(({ project }) => project.name))];
    return [
      ...sorted.filter(isLongest),
      ...names.flatMap((name) =>
        groupByEnvironment(others.filter(({ project }) => project.name === name)),
      ),
    ];
  }
}

/** Sorts the files of a project that have an environment of their own to the end, by environment. */
function groupByEnvironment(files: readonly TestSpecification[]): TestSpecification[] {
  const environments = new Map(files.map((file) => [file, environmentOf(file.moduleId)]));
  return files.toSorted((a, b) =>
    (environments.get(a) ?? "").localeCompare(environments.get(b) ?? ""),
  );
}

/** Returns the environment that a comment in a test file names, if any. */
function environmentOf(path: string): string | undefined {
  return /@vitest-environment (\w+)/.exec(readFileSync(path, "utf8"))?.[1];
}
