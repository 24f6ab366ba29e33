import { expect, test } from "vitest";
import { type TextKind, visibleSegments } from "../../src/selectors/visibleText.ts";

/** Returns a text with its hidden parts in brackets. */
function shown(text: string, kind: TextKind): string {
  return visibleSegments(text, kind)
    .map((segment) => {
      if (segment.kind === "text") return segment.text;
      return segment.kind === "hidden" ? `[${segment.codes}]` : `[${segment.count} blanks]`;
    })
    .join("");
}

test.each<[string, TextKind, string]>([
  ["a\u202Eb", "value", "a[U+202E]b"],
  ["a\u2067b\u2069", "value", "a[U+2067]b[U+2069]"],
  ["a\u200B\u200B\u200Bb", "value", "a[U+200B × 3]b"],
  ["a\u0000\u001Bb\u0085", "value", "a[U+0000 U+001B × 2]b[U+0085]"],
  ["a\u{E0041}b\u3164", "value", "a[U+E0041]b[U+3164]"],
  ["a\u2800b", "value", "a[U+2800]b"],
  [`a${"\n".repeat(10_000)}b`, "value", "a[10000 blanks]b"],
  [`a${" ".repeat(30)}b`, "value", "a[30 blanks]b"],
  [`{\n  "a": "${"\\n".repeat(100)}rm"\n}`, "json", '{\n  "a": "[200 blanks]rm"\n}'],
  ["delete_fіle", "name", "delete_f[і U+0456]le"],
  ["сору", "name", "[с U+0441 о U+043E р U+0440 у U+0443 × 4]"],
  ["ｒead", "name", "[ｒ U+FF52]ead"],
  ["transfer_𝟏00", "name", "transfer_[𝟏 U+1D7CF]00"],
  ["delete_ⅰtem", "name", "delete_[ⅰ U+2170]tem"],
  ["ꓓELETE", "name", "[ꓓ U+A4D3]ELETE"],
  ["ᴅelete", "name", "[ᴅ U+1D05]elete"],
  ["ꜱend", "name", "[ꜱ U+A731]end"],
  ["ᗞelete", "name", "[ᗞ U+15DE]elete"],
  ["ᎪᏢᏢ", "name", "[Ꭺ U+13AA Ꮲ U+13E2 × 3]"],
  ["pay․all", "name", "pay[․ U+2024]all"],
  ["delete‐all", "name", "delete[‐ U+2010]all"],
  ["send\u00a0mail", "name", "send[U+00A0]mail"],
  ["delete\nall", "name", "delete[U+000A]all"],
  ["delete\tall", "name", "delete[U+0009]all"],
  ["read  file", "name", "read[2 blanks]file"],
])("%j as %s becomes %j", (text, kind, expected) => {
  expect(shown(text, kind)).toBe(expected);
});

test.each<[string, TextKind]>([
  ["Two\nlines\n\nand\ttabs", "value"],
  ["👩‍💻 ❤️ 👍🏽", "value"],
  ["می‌خواهم", "value"],
  ["क्‍ष", "value"],
  ["\u2068Anna\u2069 مرحبا\u200F", "prose"],
  ["天気を検索", "name"],
  ["найти_файл", "name"],
  ["get_weather-2", "name"],
  ["café", "name"],
  ["Größe in €", "name"],
  ["JSON・データ", "name"],
  ["Checking Rome – Paris …", "name"],
  ["the user’s “name”", "name"],
  ["天気　検索", "name"],
  ["عنوان_URL", "name"],
])("shows %j as %s unchanged", (text, kind) => {
  expect(visibleSegments(text, kind)).toEqual([{ kind: "text", text }]);
});

test("bounds the segments of a text with many hidden characters", () => {
  const segments = visibleSegments("a\u200B".repeat(50_000), "value");
  expect(segments.length).toBeLessThan(500);
  expect(segments.at(-1)).toMatchObject({ text: expect.stringContaining("a[U+200B]a") });
});
