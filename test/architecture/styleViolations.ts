import { posix } from "node:path";
import type { Sources } from "./imports.ts";

/** Style sheets that belong to no folder of the components. */
const sharedSheets = new Set(["base", "controls", "index", "resets", "tokens"]);

/** The two blocks of a sheet; a block with another selector has the rules of the one element that it names. */
const blocks = /^(?:@layer agk\.components|:not\(html html\)) \{\n[\s\S]*?^\}/gm;
/** The selector list of a rule in such a block: Biome indents the rule by two spaces. */
const selectorLists = /^ {2}(?=[.:&])[^{;]+(?= \{)/gm;

/**
 * Returns the style sheets that do not mirror the components, one sentence each: a rule whose classes only
 * `src/components/x/` uses is in `src/styles/x.css`, or in a sheet of `src/styles/x/`.
 */
export function styleViolations(sheets: Sources, components: Sources): string[] {
  const users = new Map<string, Set<string>>();
  const folders = new Set<string>();
  for (const [path, text] of Object.entries(components)) {
    const [, , folder = ""] = posix.dirname(path).split("/");
    folders.add(folder);
    for (const name of text.match(/\bagk-[a-z][\w-]*/g) ?? [])
      users.set(name, (users.get(name) ?? new Set()).add(folder));
  }
  return Object.entries(sheets).flatMap(([path, text]) => {
    // A sheet in a folder belongs to the components of that folder.
    const [, , name = ""] = path.split("/");
    const sheet = posix.basename(name, ".css");
    // The sheet of an entry mirrors the layer of the entry.
    if (sheet === "plugins") return [];
    if (!folders.has(sheet) && !sharedSheets.has(sheet))
      return [`${path} has the name of no folder in src/components/.`];
    const selectorsOfSheet = (text.match(blocks) ?? []).flatMap(
      (b) => b.match(selectorLists) ?? [],
    );
    return selectorsOfSheet.flatMap((selectors) => {
      const [owner, ...others] = new Set(
        (selectors.match(/(?<=\.)agk-[\w-]+/g) ?? []).flatMap((name) => [
          ...(users.get(name) ?? []),
        ]),
      );
      return owner === undefined || owner === sheet || others.length > 0
        ? []
        : [`${path} has a rule of src/styles/${owner}.css: ${selectors.trim()}`];
    });
  });
}
