import { expect, test } from "vitest";
import page from "../../../docs/keyboard-and-accessibility.md?raw";
import type { KeyTests } from "../keyboard/keyboardPages.tsx";
import { readingKeys } from "../keyboard/readingKeys.tsx";
import { searchKeys } from "../keyboard/searchKeys.tsx";
import { surfaceKeys } from "../keyboard/surfaceKeys.tsx";
import { writingKeys } from "../keyboard/writingKeys.tsx";

const proofs: KeyTests = { ...writingKeys, ...readingKeys, ...surfaceKeys, ...searchKeys };

/** Rows of the table of keys, each as `context: keys`. */
const documented = [...page.matchAll(/^\| ([a-z][^|]*?) +\| ((?:`[\w+]+`(?:, )?)+) +\|/gm)].map(
  ([, context, pressed]) => `${context}: ${pressed?.replaceAll("`", "")}`,
);

test("every key in the documentation is tested, and no other", () => {
  expect(Object.keys(proofs).toSorted()).toEqual(documented.toSorted());
});

test.each(Object.entries(proofs))("the keys work: %s", async (_row, proof) => {
  await proof();
});
