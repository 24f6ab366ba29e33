import { expect, test } from "vitest";
import readme from "../../../README.md?raw";
import type { Proofs } from "../keyboard/keyPages.tsx";
import { readingKeys } from "../keyboard/readingKeys.tsx";
import { writingKeys } from "../keyboard/writingKeys.tsx";

const proofs: Proofs = { ...writingKeys, ...readingKeys };

/** Rows of the table in the README, each as `where: keys`. */
const promised = [...readme.matchAll(/^\| ([a-z][^|]*?) +\| ((?:`[\w+]+`(?:, )?)+) +\|/gm)].map(
  ([, where, pressed]) => `${where}: ${pressed?.replaceAll("`", "")}`,
);

test("every key in the README is tested, and no other", () => {
  expect(Object.keys(proofs).toSorted()).toEqual(promised.toSorted());
});

test.each(Object.entries(proofs))("%s", async (_row, proof) => {
  await proof();
});
