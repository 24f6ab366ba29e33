import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import { playwright } from "@vitest/browser-playwright";
import type { TestProjectConfiguration } from "vitest/config";
import { launchOptions } from "./chromium.ts";

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const browserTests = "test/**/*.browser.test.tsx";
/**
 * Browser tests that need a page without the style sheet, or without code that loads once per page. A page on which a test
 * has emulated touch matches no `(hover: hover)` afterwards.
 */
const ownPage = [
  "test/styles/{leaks*,touchTargets,forcedColors}.browser.test.tsx",
  "test/components/chat/{Chat.styles,useOpenState.attributes}.browser.test.tsx",
  "test/components/schemaForm/SchemaForm.placeholder.browser.test.tsx",
];
const notUnit = ["**/node_modules/**", browserTests, "test/e2e/**", "test/servers/**"];
/** Tests without a DOM and without state, which can share a process. Those of growth measure the time of their process. */
const pure = [
  "test/{protocol,reducer,dialects,selectors,demo,docs,language,size,styles,stories,run,setup}/**/!(*.dom).test.ts",
  "test/architecture{,/**/*}.test.ts",
  "test/components/markdown/**/*.growth.test.ts",
];
/**
 * Tests that render nothing, which run without a DOM unless their name ends in `.dom` or they name another environment.
 * They share processes, so a file that needs modules of its own calls `vi.resetModules()`.
 */
const headless = [
  "test/{store,transport}/**/!(*.dom).test.ts",
  "test/{hooks,components,a2ui}/**/!(*.growth).test.ts",
  "test/{recordings,property,differential,testing}/**/*.test.ts",
];
/** Tests of hooks and components, except for those that observe how code loads, which happens once per process. */
const reactTests = "test/{hooks,components,a2ui}/**/!(*.lazy).test.tsx";

/**
 * Resolves the package name as an application would, to the sources, so that tests of the demo need
 * no build.
 */
const kit = {
  alias: [
    { find: /^agui-kit$/, replacement: fromRoot("src/index.ts") },
    { find: /^agui-kit\/(a2ui|core|dialects|testing)$/, replacement: fromRoot("src/$1.ts") },
  ],
};

/**
 * React 18, and the packages that must share its only copy: a second React breaks every hook. An
 * alias reaches only imports of inlined modules, and Testing Library's default CommonJS file has
 * none.
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
  inline: [/\/zustand\//, /\/@testing-library\/react\//, /\/@a2ui\/react\//],
};

/** Timeouts of a test, a hook and an `expect.poll`, sufficient on a busy machine. */
const patience = {
  testTimeout: 90_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

/**
 * Attempts of a test in a real browser, whose scheduling depends on the machine. `npm test` lists the tests that
 * passed only at the second attempt.
 */
const retry = 1;

/** Each file has a DOM of its own, but shares a process, which loads jsdom only once. */
const ownDom = { environment: "jsdom" as const, pool: "vmThreads" as const };

/** Files share a DOM and the modules of a process: to load both takes longer than most tests. */
const sharedDom = {
  environment: "jsdom" as const,
  pool: "forks" as const,
  isolate: false,
  setupFiles: ["test/setup/sharedProcess.ts", "test/setup/dom.ts"],
};

/**
 * Number of test files at a time, twice the number of cores. A test spends half of its time on
 * waits, such as for a frame, a timer, or an agent at the speed of a model.
 */
export const WORKERS = 2 * availableParallelism();

const chromium = () => ({
  enabled: true,
  headless: true,
  provider: playwright({ launchOptions }),
  instances: [{ browser: "chromium" as const }],
});

/** Tests on the servers in `test/servers/large`, which have an installation of their own. */
const largeServers: TestProjectConfiguration = {
  test: {
    name: "servers",
    environment: "node",
    include: ["test/servers/large/*.servers.test.ts"],
    setupFiles: ["test/setup/patience.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
};

/**
 * Test projects of this repository. Projects with the same `groupOrder` run concurrently; each
 * group starts after the previous group, so that two browsers do not compete for two cores. The few files of
 * `browser-page` run beside the first of `browser`, because each group takes seconds to start.
 */
export const projects: TestProjectConfiguration[] = [
  // Servers that are too large to install for every `npm test`; see `npm run test:servers`.
  ...(process.env.TEST_SERVERS ? [largeServers] : []),
  {
    test: {
      name: "pure",
      environment: "node",
      pool: "forks",
      // A process of its own costs each of these files more time than its tests.
      isolate: false,
      include: pure,
      exclude: notUnit,
      setupFiles: ["test/setup/sharedProcess.ts"],
      ...patience,
      sequence: { groupOrder: 0 },
    },
  },
  {
    test: {
      name: "headless",
      environment: "node",
      // Forks, although threads start faster: a BroadcastChannel reaches all threads of a process.
      pool: "forks",
      // Loading the core for each file would take half of the time.
      isolate: false,
      include: headless,
      exclude: notUnit,
      setupFiles: ["test/setup/sharedProcess.ts"],
      ...patience,
      sequence: { groupOrder: 0 },
    },
  },
  {
    test: {
      name: "unit",
      ...ownDom,
      include: ["test/**/*.test.{ts,tsx}"],
      exclude: [...notUnit, ...pure, ...headless, reactTests],
      setupFiles: ["test/setup/dom.ts"],
      ...patience,
      sequence: { groupOrder: 0 },
    },
  },
  {
    test: {
      name: "react",
      ...sharedDom,
      include: [reactTests],
      exclude: notUnit,
      ...patience,
      sequence: { groupOrder: 0 },
    },
  },
  {
    resolve: { alias: react18.alias },
    test: {
      name: "react18",
      ...sharedDom,
      include: [reactTests],
      // Render counts and property tests run on React 19 only.
      exclude: [...notUnit, "test/**/*.{renders,property}.test.tsx"],
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
      exclude: ownPage,
      setupFiles: ["test/setup/noTasks.ts", "test/setup/browser.ts"],
      // Files share a page: loading all code for each file takes half as long again.
      isolate: false,
      ...patience,
      retry,
      maxWorkers: WORKERS,
      browser: { ...chromium(), screenshotFailures: false },
      sequence: { groupOrder: 1 },
    },
  },
  {
    resolve: kit,
    test: {
      name: "browser-page",
      include: ownPage,
      setupFiles: ["test/setup/noTasks.ts", "test/setup/browser.ts"],
      ...patience,
      retry,
      maxWorkers: WORKERS,
      browser: { ...chromium(), screenshotFailures: false },
      sequence: { groupOrder: 1 },
    },
  },
  {
    resolve: kit,
    plugins: [storybookTest({ configDir: fromRoot(".storybook") })],
    test: {
      name: "stories",
      // Stories share one page as in Storybook; loading all code for each file takes half as long
      // again.
      isolate: false,
      ...patience,
      retry,
      maxWorkers: WORKERS,
      browser: chromium(),
      sequence: { groupOrder: 2 },
    },
  },
  {
    test: {
      name: "e2e",
      environment: "node",
      pool: "forks",
      // Loading the kit and the servers for each file would take a sixth of the processor time.
      isolate: false,
      include: ["test/e2e/**/*.e2e.test.ts"],
      globalSetup: ["test/e2e/support/buildDemo.ts"],
      expect: patience.expect,
      testTimeout: 150_000,
      hookTimeout: 150_000,
      retry,
      maxWorkers: WORKERS,
      sequence: { groupOrder: 3 },
    },
  },
];
