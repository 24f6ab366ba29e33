import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import { playwright } from "@vitest/browser-playwright";
import type { TestProjectConfiguration } from "vitest/config";
import { launchOptions } from "./chromium.ts";

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const browserTests = "test/**/*.browser.test.tsx";
const notUnit = ["**/node_modules/**", browserTests, "test/e2e/**", "test/servers/**"];
/** What is below React runs without a page, and is tested without one. */
const withoutPage = [
  "test/{protocol,reducer,store,transport,dialects}/**/*.test.ts",
  "test/{recordings,property,differential,testing}/**/*.test.ts",
];

/** The demo names the kit as an application would; its tests need nothing built. */
const kit = {
  alias: [
    { find: /^agui-kit$/, replacement: fromRoot("src/index.ts") },
    { find: /^agui-kit\/(core|dialects|testing)$/, replacement: fromRoot("src/$1.ts") },
  ],
};

/**
 * React 18, and what must share its one copy: a second React beside it breaks every hook. An alias
 * reaches only the imports of modules that are inlined, and Testing Library's default file is
 * CommonJS, which has none.
 */
const react18 = {
  alias: [
    {
      find: /^@testing-library\/react$/,
      replacement: fromRoot(
        "node_modules/@testing-library/react/dist/@testing-library/react.esm.js",
      ),
    },
    { find: /^react(?=\/|$)/, replacement: fromRoot("test/react18/node_modules/react") },
    { find: /^react-dom(?=\/|$)/, replacement: fromRoot("test/react18/node_modules/react-dom") },
  ],
  inline: [/\/zustand\//, /\/@testing-library\/react\//],
};

/** How long a test may take, and an `expect.poll` in it: also on a machine that is busy. */
const patience = { testTimeout: 30_000, expect: { poll: { timeout: 8_000 } } };

/** Each file has a page of its own, but not a process that would load all of jsdom again. */
const jsdom = { environment: "jsdom" as const, pool: "vmThreads" as const };

/** How many files are in Chromium at a time: by itself Vitest leaves one core idle, which is half of a small machine. */
const PAGES = availableParallelism();

const chromium = () => ({
  enabled: true,
  headless: true,
  provider: playwright({ launchOptions }),
  instances: [{ browser: "chromium" as const }],
});

/**
 * The test projects of this repository. Those in one `groupOrder` share the machine; a group starts
 * when the one before it has ended, so that two browsers never compete for two cores.
 */
export const projects: TestProjectConfiguration[] = [
  {
    test: {
      name: "headless",
      environment: "node",
      // Not in threads, though they begin sooner: what a page tells other pages is heard in all threads of a process.
      pool: "forks",
      include: withoutPage,
      exclude: notUnit,
      setupFiles: ["test/setup/patience.ts"],
      ...patience,
      sequence: { groupOrder: 0 },
    },
  },
  {
    test: {
      name: "unit",
      ...jsdom,
      include: ["test/**/*.test.{ts,tsx}"],
      exclude: [...notUnit, ...withoutPage],
      setupFiles: ["test/setup/dom.ts"],
      ...patience,
      sequence: { groupOrder: 0 },
    },
  },
  {
    resolve: { alias: react18.alias },
    test: {
      name: "react18",
      ...jsdom,
      include: ["test/{hooks,components}/**/*.test.tsx"],
      // All that is done with hooks and parts; how often they render, and random texts, are tested on React 19.
      exclude: [
        ...notUnit,
        "test/**/*.{renders,property}.test.tsx",
        // Imports the modules again for each test, which would load a second React beside Testing Library's.
        "test/**/Completions.loading.test.tsx",
      ],
      setupFiles: ["test/setup/dom.ts"],
      ...patience,
      server: { deps: { inline: react18.inline } },
      sequence: { groupOrder: 0 },
    },
  },
  {
    resolve: kit,
    test: {
      name: "browser",
      include: [browserTests],
      setupFiles: ["test/setup/browser.ts"],
      ...patience,
      maxWorkers: PAGES,
      browser: { ...chromium(), screenshotFailures: false },
      sequence: { groupOrder: 1 },
    },
  },
  {
    resolve: kit,
    plugins: [storybookTest({ configDir: fromRoot(".storybook") })],
    test: {
      name: "stories",
      // As in Storybook, where one page shows story after story: to load all of it for each file takes half as long again.
      isolate: false,
      ...patience,
      maxWorkers: PAGES,
      browser: chromium(),
      sequence: { groupOrder: 2 },
    },
  },
  {
    test: {
      name: "e2e",
      environment: "node",
      include: ["test/e2e/**/*.e2e.test.ts"],
      expect: patience.expect,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      sequence: { groupOrder: 3 },
    },
  },
];
