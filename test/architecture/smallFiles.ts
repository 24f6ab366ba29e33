import { countLines, lists } from "./folders.ts";
import { readImports, type Sources } from "./imports.ts";

const MIN_LINES = 40;
/** With as many users, a small file is a concept of its own. */
const MIN_USERS = 3;

/** Reviewed sources of fewer than 40 lines with one user or two, by the reason not to merge them. */
export const reviewedSmallFiles: Readonly<Record<string, readonly string[]>> = {
  "the root of a lazily loaded chunk": [
    "src/components/composer/composerTools.ts",
    "src/components/markdown/code/webLanguages.ts",
    "src/store/history/historyFeature.ts",
    "src/store/jsonSchema/validator.ts",
    "src/store/reconnect/reconnectFeature.ts",
  ],
  "two chunks use it, and each loads without the other": [
    "src/components/markdown/code/highlighter.ts",
    "src/store/persistence/recordStatus.ts",
  ],
  "two folders or features share it": [
    "src/components/interrupt/AlsoSentFields.tsx",
    "src/components/status/SignInButtons.tsx",
    "src/hooks/internal/useIsOffline.ts",
    "src/store/tabs/observePageLifecycle.ts",
    "src/store/tools/partialArguments.ts",
  ],
  "the layer of its user may not import what it reads": ["src/hooks/renderers/ValidatedState.tsx"],
  "a file of its kind for each family": [
    "src/reducer/events/text.ts",
    "src/testing/conformance/rules.ts",
    "src/testing/conformance/rules/activity.ts",
  ],
  "a subject of its own beside a long file": [
    "src/a2ui/components/basicComponents.ts",
    "src/a2ui/sendAction.ts",
    "src/components/composer/completions/filterItems.ts",
    "src/components/message/ActionButton.tsx",
    "src/components/toolCall/tokenizeJson.ts",
    "src/dialects/arkavo/createTypingReader.ts",
    "src/hooks/threads/useOtherThreads.ts",
    "src/protocol/chunks/isJsonBeginning.ts",
    "src/protocol/validation/runInput.ts",
    "src/testing/conformance/guessEventType.ts",
  ],
  "types of a package": ["src/reducer/json/fastJsonPatch.d.ts"],
};

/** Returns the sources of fewer than 40 lines that are no public name and that fewer than three files import. */
export function smallFiles(sources: Sources): string[] {
  const users = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(sources))
    for (const { from, target } of readImports(path, text))
      if (target) users.set(target, (users.get(target) ?? new Set()).add(from));
  return Object.entries(sources).flatMap(([path, text]) => {
    const names = [...(users.get(path) ?? [])];
    const isShared = names.length >= MIN_USERS || names.some((name) => lists.has(name));
    return countLines(text) < MIN_LINES && !lists.has(path) && !isShared ? [path] : [];
  });
}
