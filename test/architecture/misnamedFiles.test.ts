// @vitest-environment node
import { expect, test } from "vitest";
import { misnamedFiles } from "./misnamedFiles.ts";

const misnamedPaths = (files: Record<string, string>) =>
  misnamedFiles(files).map(({ path }) => path);

const rules = {
  "src/rules/text.ts": "export const textRules = [];",
  "src/rules/tools.ts": "export const toolRules = [];",
  "src/rules/state.ts": "export const stateRules = [];",
};

test.each([
  ["its value", { "src/readCursor.ts": "export function readCursor() {}" }],
  ["its component", { "src/Card.tsx": "export const Card = () => null;" }],
  ["its only type", { "src/card.ts": "export interface Card {}" }],
  [
    "its overloaded function",
    { "src/add.ts": "export function add(): void; export function add() {}" },
  ],
  ["its factory without `create`", { "src/cursor.ts": "export function createCursor() {}" }],
  [
    "a type beside its value",
    { "src/card.ts": "export interface Card {}\nexport const toCard = 1;" },
  ],
  ["a plural", { "src/cards.ts": "export interface Card {}\nexport const toCard = 1;" }],
  ["its constant", { "src/maxCards.ts": "export const MAX_CARDS = 1;" }],
  ["its export without the noun of a family", rules],
  ["the subject of several values", { "src/edges.ts": "export const top = 1, end = 2;" }],
  ["the subject of several types", { "src/types.ts": "export type A = 1;\nexport type B = 2;" }],
  ["a language", { "src/strings/de.ts": "export const germanStrings = {};" }],
  ["a surface in a language", { "src/strings/de/chat.ts": "export const germanStrings = {};" }],
  ["another file, as a story", { "stories/Card.stories.tsx": "export const Empty = {};" }],
  ["`index`", { "src/index.ts": "export const dialects = [];" }],
])("misnamedFiles accepts a file with the name of %s", (_name, files) => {
  expect(misnamedPaths(files)).toEqual([]);
});

test.each([
  ["a part of its value", { "src/cursor.ts": "export function yieldWithCursor() {}" }],
  ["another subject", { "src/cursor.ts": "interface Cursor {}\nexport const marks = 1;" }],
  ["another type than its only one", { "src/types.ts": "export type Card = 1;" }],
  [
    "its value without a noun that no sibling has",
    { "src/text.ts": "export const textRules = [];" },
  ],
  [
    "its value without a noun that one sibling has",
    {
      "src/text.ts": "export const textRules = [];",
      "src/toolRules.ts": "export const toolRules = [];",
    },
  ],
])("misnamedFiles reports a file with the name of %s", (_name, files) => {
  expect(misnamedPaths(files)).toEqual([Object.keys(files)[0]]);
});
