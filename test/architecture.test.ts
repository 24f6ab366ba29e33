// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  lazyBoundaries,
  repeatedExports,
  shortSources,
  sizeViolations,
  unusedExports,
} from "./architecture/folders.ts";
import { readImports, type Sources } from "./architecture/imports.ts";
import { describeLayers, importCycle, layerViolations } from "./architecture/layers.ts";
import { misnamedFiles } from "./architecture/misnamedFiles.ts";
import { reviewedSmallFiles, smallFiles } from "./architecture/smallFiles.ts";
import {
  foldersWithoutStories,
  storiesWithoutSource,
  taskFolders,
} from "./architecture/storiesWithoutSource.ts";
import { styleViolations } from "./architecture/styleViolations.ts";
import { testsWithoutSource } from "./architecture/testsWithoutSource.ts";
import { unexplainedCasts } from "./architecture/unexplainedCasts.ts";

/** Whole features that are loaded lazily; every other import is static. */
const lazyFeatures = [
  "src/components/chat/SurfaceContent.tsx",
  "src/components/composer/completions/CompletionMenu.tsx",
  "src/components/composer/composerTools.ts",
  "src/components/markdown/code/highlightCode.ts",
  "src/components/markdown/code/webLanguages.ts",
  "src/components/schemaForm/SchemaFormView.tsx",
  "src/components/search/SearchBar.tsx",
  "src/dialects/detectDialect.ts",
  "src/store/history/historyFeature.ts",
  "src/store/jsonSchema/validator.ts",
  "src/store/persistence/persistThread.ts",
  "src/store/reconnect/reconnectFeature.ts",
];

/** Packages that a file loads lazily. They are not features of ours, so the limit does not count them. */
const lazyPackages = {
  // An optional peer, which the command needs for servers that answer in protobuf.
  "@ag-ui/proto": ["src/cli.ts"],
  // About 60 grammars of 1 to 4 kB, each loaded with the first code block of its language; those of the web together.
  "highlight.js/lib/languages/*": ["src/components/markdown/code/languages.ts"],
  // Loaded when the IndexedDB storage opens its database.
  idb: ["src/store/persistence/adapters/threadDatabase.ts"],
};

/** Reviewed sources of fewer than 20 lines with a function: no other file is about the same subject. */
const shortFunctions = [
  "src/components/markdown/code/highlighter.ts",
  "src/components/strings/useClosedChatStrings.ts",
  "src/components/ui/Icon.tsx",
  "src/components/ui/downloadText.ts",
  "src/hooks/internal/useLatest.ts",
  "src/protocol/callsOf.ts",
  "src/protocol/eventFingerprint.ts",
  "src/protocol/isRecord.ts",
  "src/protocol/omitUndefined.ts",
  "src/protocol/textOf.ts",
  "src/protocol/withState.ts",
  "src/reducer/events/mergeMetadata.ts",
  "src/reducer/isRunning.ts",
  "src/reducer/runPhase.ts",
  "src/selectors/compareItems.ts",
];

/** Folders of tests that are not about one source: they mirror nothing. */
const suites = new Set([
  "test/architecture",
  "test/bench",
  "test/differential",
  "test/docs",
  "test/e2e",
  "test/language",
  "test/package",
  "test/pictures",
  "test/property",
  "test/recordings",
  "test/run",
  "test/setup",
  "test/size",
  "test/stories",
  "test/styles",
]);

/** Reviewed tests without a source of their name: each renders every component that shows text of an agent. */
const testsOfAllComponents = [
  "test/components/hostile/hostile.browser.test.tsx",
  "test/components/hostile/hostile.server.test.tsx",
  "test/components/hostile/inlineStyles.server.test.tsx",
];

/** Reviewed files with another name than their export, which are set up by Vitest. */
const setupFiles = ["test/e2e/support/buildDemo.ts", "test/setup/patience.ts"];

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" });

const sourcesIn = (folder: string): Sources => readSources(folder, filesIn(folder));

function readSources(folder: string, names: readonly string[], extension = /\.tsx?$/): Sources {
  const paths = names
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => extension.test(path));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

const src = sourcesIn("src");

/** Folders of tests; a folder with a `package.json` has its own dependencies. */
const testFolders = readdirSync("test")
  .filter((name) => !name.includes(".") && !existsSync(`test/${name}/package.json`))
  .map((name) => `test/${name}`);

/** Folders with files that use the sources. */
const users = ["stories", "demo", ...testFolders];

test("the sources follow the import table", () => {
  expect(Object.keys(src)).toContain("src/core.ts");
  expect(layerViolations(src)).toEqual([]);
});

test("every cast of the sources has a comment with its reason", () => {
  expect(unexplainedCasts(src)).toEqual([]);
});

test("the sources have at most 25 files a folder and 300 lines a file", () => {
  expect(sizeViolations(src)).toEqual([]);
});

test("the demo has at most 25 files a folder and 300 lines a file", () => {
  const demo = sourcesIn("demo");
  expect(Object.keys(demo)).toContain("demo/examples/scriptedExamples.ts");
  expect(sizeViolations(demo)).toEqual([]);
});

test("the style sheets have at most 25 files a folder and 300 lines a file", () => {
  const folders = ["src", "demo", ".storybook"];
  const sheets = folders.map((folder) => readSources(folder, filesIn(folder), /\.css$/));
  expect(Object.keys(Object.assign({}, ...sheets))).toContain("src/styles/index.css");
  expect(sheets.flatMap(sizeViolations)).toEqual([]);
});

test("the style sheets mirror the folders of the components", () => {
  const names = filesIn("src/styles").filter((name) => !name.startsWith("themes"));
  const sheets = readSources("src/styles", names, /\.css$/);
  const components = Object.entries(src).filter(([path]) => path.startsWith("src/components/"));
  expect(Object.keys(sheets)).toContain("src/styles/toolCall.css");
  expect(styleViolations(sheets, Object.fromEntries(components))).toEqual([]);
});

test("a source of fewer than 40 lines is public, has three users, or is reviewed", () => {
  expect(smallFiles(src).sort()).toEqual(Object.values(reviewedSmallFiles).flat().sort());
});

test("a source of fewer than 20 lines with a function is reviewed and has several users", () => {
  const users = shortSources(src);
  expect(Object.keys(users).sort()).toEqual(shortFunctions);
  expect(Object.entries(users).filter(([, count]) => count < 2)).toEqual([]);
});

test("the tests have at most 25 files a folder and 300 lines a file", () => {
  const scripts = /\.(?:tsx?|mjs)$/;
  const tests = Object.assign(
    readSources("test", readdirSync("test"), scripts),
    ...testFolders.map((folder) => readSources(folder, filesIn(folder), scripts)),
  );
  expect(Object.keys(tests)).toContain("test/language/phrases.mjs");
  expect(sizeViolations(tests)).toEqual([]);
});

test("every test mirrors a source, but for the reviewed ones", () => {
  const tests = testFolders
    .filter((folder) => !suites.has(folder))
    .flatMap((folder) => filesIn(folder).map((name) => `${folder}/${name.replaceAll("\\", "/")}`))
    .filter((path) => /\.test\.tsx?$/.test(path));
  const sources = ["src", "demo", "build"].flatMap((folder) => Object.keys(sourcesIn(folder)));
  expect(tests).toContain("test/demo/server/serveRun.test.ts");
  expect([...testsWithoutSource(tests, sources)].sort()).toEqual(testsOfAllComponents);
});

test("stories have the folder and the name of their component, and each folder of public components has some", () => {
  const stories = filesIn("stories")
    .map((name) => `stories/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".stories.tsx"));
  const imports = readImports("src/index.ts", src["src/index.ts"] ?? "");
  const components = imports.flatMap(({ target }) =>
    target?.startsWith("src/components/") && target.endsWith(".tsx") ? [target] : [],
  );
  expect(components).toContain("src/components/queue/Queue.tsx");
  expect(storiesWithoutSource(stories, Object.keys(src))).toEqual([]);
  // `ChatSettings` renders no element of its own.
  expect(foldersWithoutStories(stories, components)).toEqual(["settings"]);
  expect(readdirSync("src/components").filter((name) => taskFolders.includes(name))).toEqual([]);
});

test("a file with one export has its name", () => {
  const folders = ["src", "demo", "stories", "build", ...testFolders];
  const files: Sources = Object.assign({}, ...folders.map(sourcesIn));
  expect(Object.keys(files)).toContain("test/support/deferred.ts");
  expect(misnamedFiles(files).map(({ path }) => path)).toEqual(setupFiles);
});

test("every exported name is declared in one file, and no other file has it for itself", () => {
  expect(repeatedExports(src)).toEqual([]);
  expect(repeatedExports(sourcesIn("demo"))).toEqual([]);
});

test("every export is used in another file", () => {
  expect(unusedExports(src, Object.assign({}, ...users.map(sourcesIn)))).toEqual([]);
});

test("docs/architecture.md has the same import table", () => {
  const rows = readFileSync("docs/architecture.md", "utf8").matchAll(
    /^\| (\w+) \| (.+?) \| (.+?) \|$/gm,
  );
  const cells = Object.fromEntries([...rows].map(([, layer, ...cells]) => [layer, cells]));
  expect(cells).toMatchObject(describeLayers());
});

test("only whole features are loaded lazily, each at one boundary", () => {
  const boundaries = Object.entries(lazyBoundaries(src));
  const [features, packages] = [true, false].map((isOurs) =>
    boundaries.filter(([loaded]) => loaded.startsWith("src/") === isOurs),
  );
  expect(lazyFeatures.length).toBeLessThanOrEqual(12);
  expect(features?.map(([loaded]) => loaded).sort()).toEqual(lazyFeatures);
  expect(features?.filter(([, loaders]) => loaders.length > 1)).toEqual([]);
  expect(Object.fromEntries(packages ?? [])).toEqual(lazyPackages);
});

test("the files that use the sources have no import cycle", () => {
  const files: Sources = Object.assign({}, ...users.map(sourcesIn));
  expect(Object.keys(files)).toContain("demo/main.tsx");
  expect(importCycle(files)).toEqual([]);
});
