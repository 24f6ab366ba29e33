import { posix } from "node:path";
import { testsWithoutSource } from "./testsWithoutSource.ts";

/** Folders of stories by task, or of an entry. Each of the others has the name of a folder of `src/components/`. */
export const taskFolders = [
  "a2ui",
  "designs",
  "examples",
  "playground",
  "recipes",
  "start",
  "theming",
];

/**
 * Returns the stories of components that have no source of their path and name. Stories follow the rule of tests:
 * `stories/a/B.stories.tsx` and `stories/a/B.aspect.stories.tsx` show `src/components/a/B.tsx`.
 */
export function storiesWithoutSource(
  stories: readonly string[],
  sources: readonly string[],
): readonly string[] {
  return stories.filter((path) => {
    const [, folder = ""] = path.split("/");
    if (taskFolders.includes(folder)) return false;
    const mirrored = path
      .replace(/^stories\//, "test/components/")
      .replace(/\.stories\.tsx$/, ".test.tsx");
    return testsWithoutSource([mirrored], sources).length > 0;
  });
}

/** Returns the folders of public components that have no stories of their own. */
export function foldersWithoutStories(
  stories: readonly string[],
  components: readonly string[],
): readonly string[] {
  const folderOf = (path: string) => posix.relative("src/components", path).split("/")[0] ?? "";
  const withStories = new Set(stories.map((path) => path.split("/")[1]));
  return [...new Set(components.map(folderOf))].filter((folder) => !withStories.has(folder));
}
