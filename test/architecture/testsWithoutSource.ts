import { posix } from "node:path";

/** Folders of tests that mirror a folder of the repository; the other folders mirror a folder of `src/`. */
const outsideOfSrc = new Set(["demo", "build"]);

/**
 * Returns the tests that have no source of their path and name. `test/a/b.test.ts` and `test/a/b.aspect.test.ts` test
 * `src/a/b.ts`. The tests of a file may have a folder of its name: unless there is a folder `src/a/b/`, every test in
 * `test/a/b/` tests `src/a/b.ts`.
 */
export function testsWithoutSource(
  tests: readonly string[],
  sources: readonly string[],
): readonly string[] {
  const files = new Set(sources.map((path) => path.replace(/\.tsx?$/, "")));
  const folders = new Set(sources.map(posix.dirname));
  return tests.filter((path) => {
    const [, top = "", ...rest] = posix.dirname(path).split("/");
    const folder = posix.join(outsideOfSrc.has(top) ? "." : "src", top, ...rest);
    const [stem = ""] = posix.basename(path).split(".");
    return !files.has(`${folder}/${stem}`) && (folders.has(folder) || !files.has(folder));
  });
}
