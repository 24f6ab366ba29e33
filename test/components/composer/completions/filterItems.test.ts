import { describe, expect, test } from "vitest";
import { filterItems } from "../../../../src/components/composer/completions/filterItems.ts";
import { foldText } from "../../../../src/selectors/foldText.ts";

test.each([
  ["Straße", "strasse"],
  ["STRASSE", "straße"],
  ["Ærø", "aero"],
  ["Łódź", "lodz"],
  ["Đặng", "dang"],
  ["Þór Œuvre", "thor oeuvre"],
  ["İstanbul", "istanbul"],
  ["ISPARTA", "ısparta"],
  ["Ｔｏｋｙｏ", "tokyo"],
  ["ｶﾞｲﾄﾞ", "ガイド"],
  ["José", "jose\u0301"],
  ["مُحَمَّد", "محمد"],
  ["محمـــد", "محمد"],
  ["أحمد", "احمد"],
  ["שָׁלוֹם", "שלום"],
  ["Ёлка", "елка"],
])("%s is found by %s", (label, query) => {
  expect(foldText(label)).toBe(foldText(query));
  const items = [
    { id: "x", label: "x" },
    { id: "y", label },
  ];
  expect(filterItems(items, query).map(({ id }) => id)).toEqual(["y"]);
});

describe("marks that make another letter stay", () => {
  test.each([
    ["कमल", "कामिल"],
    ["がく", "かく"],
    ["ขา", "ขี"],
  ])("%s does not match %s", (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });
});

test("an exact match comes first", () => {
  const items = ["clear-all", "clear", "Cléar"].map((label) => ({ id: label, label }));
  const labels = filterItems(items, "clear").map(({ label }) => label);
  expect(labels).toEqual(["clear", "Cléar", "clear-all"]);
});
