// @vitest-environment node
import { describe, expect, test } from "vitest";
import { arabicStrings } from "../../../src/components/strings/ar.ts";
import { germanStrings } from "../../../src/components/strings/de.ts";
import { japaneseStrings } from "../../../src/components/strings/ja.ts";
import { englishStrings, type Strings } from "../../../src/components/strings/strings.ts";

type Word = string | ((...args: unknown[]) => string);

/** Every word by its place, as `queue.moveUp`. */
function wordsOf(strings: object, place = ""): Map<string, Word> {
  const words = new Map<string, Word>();
  for (const [key, value] of Object.entries(strings)) {
    const path = place === "" ? key : `${place}.${key}`;
    if (typeof value !== "object") words.set(path, value);
    else for (const [inner, word] of wordsOf(value, path)) words.set(inner, word);
  }
  return words;
}

/** What those words are given that take more than numbers and names. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  "attachments.list": [["1", "2", "3"]],
  runningTools: [["1", "2", "3"]],
  "work.toolCallCounts": [{ running: 1, waiting: 2, done: 3, failed: 4, denied: 5 }],
  "work.tokens": [{ input: 3, output: 5, total: 8 }],
  "work.cost": [3, "EUR", false],
  "work.toolNames": [["1", "2"]],
};

/** What is read or heard, with values that fit wherever a number or a name is put. */
function said(word: Word | undefined, path: string): string {
  if (typeof word !== "function") return word ?? "";
  return word(...(values[path] ?? [3, 5]));
}

/** Missing and extra keys, empty words, other kinds of words, and words that are still English. */
function faults(language: object, sameAsEnglish: readonly string[]): string[] {
  const english = wordsOf(englishStrings);
  const words = wordsOf(language);
  const lacking = [...english.keys()].filter((path) => !words.has(path));
  const extra = [...words.keys()].filter((path) => !english.has(path));
  const inBoth = [...english].filter(([path]) => words.has(path));
  return [
    ...lacking.map((path) => `${path} is lacking`),
    ...extra.map((path) => `${path} is nowhere used`),
    ...inBoth.flatMap(([path, before]) => {
      const word = words.get(path);
      if (typeof word !== typeof before) return `${path} is a ${typeof word}`;
      if (typeof word === "function" && word.length !== before.length)
        return `${path} takes ${word.length} values`;
      const text = said(word, path);
      if (text.trim() === "") return `${path} is empty`;
      if (text !== text.trim()) return `${path} begins or ends with a space`;
      const isSame = text === said(before, path);
      if (isSame !== sameAsEnglish.includes(path))
        return `${path} ${isSame ? "is still in English" : "is not the same as in English"}`;
      return [];
    }),
  ];
}

/** What a word says of so many, without the number: what is left is its grammar. */
function formOf(word: Word | undefined, count: number): string {
  if (typeof word !== "function") return word ?? "";
  return word(count, 47).replace(String(count), "#");
}

/** Numbers of which each needs another form, in the languages that have as many. */
const counts = [1, 2, 5, 12];

/** Nouns and units that have one form: "1 Zeichen", "2 Zeichen". */
const oneForm: Readonly<Record<string, readonly string[]>> = {
  de: ["form.minLength", "form.maxLength"],
  ar: ["attachments.size", "interrupt.fileSize"],
};

/** The words that are the same of several as of one, though the language has a plural and English uses its own. */
function alike(strings: object, code: string): string[] {
  const rules = new Intl.PluralRules(code);
  const kinds = new Set(counts.map((count) => rules.select(count))).size;
  const english = wordsOf(englishStrings);
  return [...wordsOf(strings)].flatMap(([path, word]) => {
    const before = english.get(path);
    if (path in values || oneForm[code]?.includes(path)) return [];
    if (formOf(before, 1) === formOf(before, 2)) return [];
    const forms = new Set(counts.map((count) => formOf(word, count))).size;
    return forms < kinds ? `${path} has ${forms} of ${kinds}` : [];
  });
}

/** Punctuation and numbers alone. */
const everywhere = ["announceMessage"];

const languages: readonly (readonly [
  name: string,
  code: string,
  strings: Strings,
  sameAsEnglish: readonly string[],
])[] = [
  [
    "German",
    "de",
    germanStrings,
    [
      ...everywhere,
      ...["chat", "authors.system", "subagentPicker.label", "errorDetails", "interrupt.details"],
      ...["audio", "video", "markdown.codeBlock", "attachments.kinds.pdf", "seconds"],
      ...[
        "branches.place",
        "form.optional",
        "form.choice",
        "form.ofKind",
        "form.item",
        "form.at",
        "work.toolNames",
        "work.usage",
      ],
    ],
  ],
  ["Japanese", "ja", japaneseStrings, ["branches.place", "form.item", "work.share"]],
  ["Arabic", "ar", arabicStrings, everywhere],
];

describe.each(languages)("%s", (_name, code, strings, sameAsEnglish) => {
  test("has every word, no other, and none in English", () => {
    expect(faults(strings, sameAsEnglish)).toEqual([]);
  });

  test("says of every type and format of JSON Schema what is wrong", () => {
    const { type, format } = strings.form;
    const types = ["number", "integer", "string", "boolean", "object", "array", "json"];
    const formats = ["email", "uri", "date", "time", "date-time", "file"];
    expect(new Set([...types, "null"].map(type)).size).toBe(types.length + 1);
    expect(new Set([...formats, "uuid"].map(format)).size).toBe(formats.length + 1);
  });

  test("tells one and several apart where English does, if it has a plural", () => {
    expect(alike(strings, code)).toEqual([]);
    expect(strings.queue.moved(2, 7)).toMatch(/2.*7|7.*2/);
    expect(strings.announceAsking(2, ["A?", "B?"])).toMatch(/A\? B\?$/);
  });

  test("puts names and numbers where they were given", () => {
    for (const [path, word] of wordsOf(strings)) {
      if (typeof word !== "function" || path in values) continue;
      if (/^form\.(type|format|problems)$/.test(path)) continue;
      const english = wordsOf(englishStrings).get(path);
      const before = typeof english === "function" ? english(31, 47) : "";
      for (const value of ["31", "47"])
        expect([path, word(31, 47).includes(value)]).toEqual([path, before.includes(value)]);
    }
  });
});

describe("a language file", () => {
  const { send: _, ...withoutSend } = germanStrings;

  test.each<[fault: string, strings: object, sentence: string]>([
    ["that lacks a word", withoutSend, "send is lacking"],
    [
      "that lacks a word of a family",
      { ...germanStrings, surface: {} },
      "surface.close is lacking",
    ],
    ["with one too many", { ...germanStrings, sent: "Gesendet" }, "sent is nowhere used"],
    ["with an empty word", { ...germanStrings, send: "" }, "send is empty"],
    ["in which one stayed English", { ...germanStrings, send: "Send" }, "send is still in English"],
    ["with a text for a function", { ...germanStrings, seconds: "s" }, "seconds is a string"],
    [
      "that leaves out a value",
      { ...germanStrings, announceMessage: (author: string) => author },
      "announceMessage takes 1 values",
    ],
  ])("%s is found out", (_fault, strings, sentence) => {
    expect(faults(strings, everywhere)).toContain(sentence);
  });

  test("that says the same of one and of several is found out", () => {
    const surface = { ...germanStrings.surface, unread: (count: number) => `${count} neue` };
    expect(alike({ ...germanStrings, surface }, "de")).toEqual(["surface.unread has 1 of 2"]);
  });
});
