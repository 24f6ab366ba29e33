import { describe, expect, test } from "vitest";
import { arabicStrings } from "../../../src/components/strings/ar.ts";
import { germanStrings } from "../../../src/components/strings/de.ts";
import { japaneseStrings } from "../../../src/components/strings/ja.ts";
import { englishStrings, type Strings } from "../../../src/components/strings/strings.ts";

type Text = string | ((...args: unknown[]) => string);

/** Returns every text by its path, such as `queue.moveUp`. */
function textsByPath(strings: object, parent = ""): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const [key, value] of Object.entries(strings)) {
    const path = parent === "" ? key : `${parent}.${key}`;
    if (typeof value !== "object") texts.set(path, value);
    else for (const [inner, text] of textsByPath(value, path)) texts.set(inner, text);
  }
  return texts;
}

/** Arguments of functions that take more than numbers and names. */
const specialArguments: Readonly<Record<string, readonly unknown[]>> = {
  "attachments.list": [["1", "2", "3"]],
  announceLongMessage: ["3", "5", 300],
  runningTools: [["1", "2", "3"]],
  "work.toolCallCounts": [
    { running: 1, waiting: 2, done: 3, warning: 6, failed: 4, unfinished: 7, denied: 5 },
  ],
  "work.tokens": [{ input: 3, output: 5, total: 8 }],
  "work.cost": [3, "EUR", false],
  "work.toolLabels": [["1", "2"]],
};

/** Returns a text, with arguments that fit both numbers and names. */
function render(text: Text | undefined, path: string): string {
  if (typeof text !== "function") return text ?? "";
  return text(...(specialArguments[path] ?? [3, 5]));
}

/** Returns missing and unknown keys, and texts that are empty, of another type, or still English. */
function findFaults(language: object, sameAsEnglish: readonly string[]): string[] {
  const english = textsByPath(englishStrings);
  const texts = textsByPath(language);
  const missing = [...english.keys()].filter((path) => !texts.has(path));
  const unknown = [...texts.keys()].filter((path) => !english.has(path));
  const inBoth = [...english].filter(([path]) => texts.has(path));
  return [
    ...missing.map((path) => `${path} is missing`),
    ...unknown.map((path) => `${path} is unknown`),
    ...inBoth.flatMap(([path, original]) => {
      const text = texts.get(path);
      if (typeof text !== typeof original) return `${path} is a ${typeof text}`;
      if (typeof text === "function" && text.length !== original.length)
        return `${path} takes ${text.length} values`;
      const rendered = render(text, path);
      if (rendered.trim() === "") return `${path} is empty`;
      if (rendered !== rendered.trim()) return `${path} begins or ends with a space`;
      const isSame = rendered === render(original, path);
      if (isSame !== sameAsEnglish.includes(path))
        return `${path} ${isSame ? "is still in English" : "is not the same as in English"}`;
      return [];
    }),
  ];
}

/** Returns a text for a number with the number replaced, which leaves its grammatical form. */
function formOf(text: Text | undefined, count: number): string {
  if (typeof text !== "function") return text ?? "";
  return text(count, 47).replace(String(count), "#");
}

/** Numbers of different plural categories. */
const counts = [1, 2, 5, 12];

/** Nouns and units that have one form: "1 Zeichen", "2 Zeichen". */
const oneForm: Readonly<Record<string, readonly string[]>> = {
  de: ["form.minLength", "form.maxLength"],
  ar: ["attachments.size", "interrupt.fileSize"],
};

/** Returns the texts without a plural form that the language has and English uses. */
function findMissingPlurals(strings: object, code: string): string[] {
  const rules = new Intl.PluralRules(code);
  const categoryCount = new Set(counts.map((count) => rules.select(count))).size;
  const english = textsByPath(englishStrings);
  return [...textsByPath(strings)].flatMap(([path, text]) => {
    const original = english.get(path);
    if (path in specialArguments || oneForm[code]?.includes(path)) return [];
    if (formOf(original, 1) === formOf(original, 2)) return [];
    const formCount = new Set(counts.map((count) => formOf(text, count))).size;
    return formCount < categoryCount ? `${path} has ${formCount} of ${categoryCount}` : [];
  });
}

/** The name of a format. */
const formatNames = ["toolCall.source"];
/** Texts of punctuation only, and the name of a format. */
const languageNeutral = ["announceMessage", ...formatNames];

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
      ...languageNeutral,
      ...["chat", "authors.system", "subagentPicker.label", "errorDetails", "interrupt.details"],
      // The reason of the application, as a sentence of its own.
      "interrupt.refused",
      ...["audio", "video", "markdown.codeBlock", "attachments.kinds.pdf", "seconds"],
      ...[
        "branches.position",
        "form.optional",
        "form.option",
        "form.alternative",
        "form.item",
        "form.at",
        "toolCall.name",
        "work.toolLabels",
        "work.usage",
      ],
    ],
  ],
  [
    "Japanese",
    "ja",
    japaneseStrings,
    ["branches.position", "form.item", "work.share", ...formatNames],
  ],
  ["Arabic", "ar", arabicStrings, languageNeutral],
];

describe.each(languages)("the strings in %s", (_name, code, strings, sameAsEnglish) => {
  test("has every text, no other, and none in English", () => {
    expect(findFaults(strings, sameAsEnglish)).toEqual([]);
  });

  test("has a message for every JSON Schema type and format", () => {
    const { type, format } = strings.form;
    const types = ["number", "integer", "string", "boolean", "object", "array", "json"];
    const formats = ["email", "uri", "date", "time", "date-time", "file"];
    expect(new Set([...types, "null"].map(type)).size).toBe(types.length + 1);
    expect(new Set([...formats, "uuid"].map(format)).size).toBe(formats.length + 1);
  });

  test("has plural forms where English has them", () => {
    expect(findMissingPlurals(strings, code)).toEqual([]);
    expect(strings.queue.moved(2, 7)).toMatch(/2.*7|7.*2/);
    expect(strings.announceInterrupts(2, ["A?", "B?"])).toMatch(/A\? B\?$/);
  });

  test("contains the names and numbers that English contains", () => {
    for (const [path, text] of textsByPath(strings)) {
      if (typeof text !== "function" || path in specialArguments) continue;
      if (/^form\.(type|format|problems)$/.test(path)) continue;
      const english = textsByPath(englishStrings).get(path);
      const original = typeof english === "function" ? english(31, 47) : "";
      for (const value of ["31", "47"])
        expect([path, text(31, 47).includes(value)]).toEqual([path, original.includes(value)]);
    }
  });
});

describe("the check of a language", () => {
  const { send: _, ...withoutSend } = germanStrings;

  test.each<[fault: string, strings: object, sentence: string]>([
    ["a missing text", withoutSend, "send is missing"],
    ["a missing text of a group", { ...germanStrings, surface: {} }, "surface.close is missing"],
    ["an unknown key", { ...germanStrings, sent: "Gesendet" }, "sent is unknown"],
    ["an empty text", { ...germanStrings, send: "" }, "send is empty"],
    ["an English text", { ...germanStrings, send: "Send" }, "send is still in English"],
    ["a text in place of a function", { ...germanStrings, seconds: "s" }, "seconds is a string"],
    [
      "a function with a missing parameter",
      { ...germanStrings, announceMessage: (author: string) => author },
      "announceMessage takes 1 values",
    ],
  ])("reports %s", (_fault, strings, sentence) => {
    expect(findFaults(strings, languageNeutral)).toContain(sentence);
  });

  test("reports a missing plural form", () => {
    const surface = { ...germanStrings.surface, unread: (count: number) => `${count} neue` };
    expect(findMissingPlurals({ ...germanStrings, surface }, "de")).toEqual([
      "surface.unread has 1 of 2",
    ]);
  });
});
