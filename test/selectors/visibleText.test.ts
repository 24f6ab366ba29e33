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
  ["rm a\rls", "value", "rm a[U+000D]ls"],
  ["a\u200B\r\r\nb", "prose", "a[U+200B U+000D × 2]\r\nb"],
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
  ["०pen", "name", "[० U+0966]pen"],
  ["၀pen", "name", "[၀ U+1040]pen"],
  ["߀pen", "name", "[߀ U+07C0]pen"],
  ["file_०१", "name", "file_[० U+0966 १ U+0967 × 2]"],
  ["deاete", "name", "de[ا U+0627]ete"],
  ["סpen", "name", "[ס U+05E1]pen"],
  ["ဝဝps", "name", "[ဝ U+101D × 2]ps"],
  ["ᥣogin", "name", "[ᥣ U+1963]ogin"],
  ["𐐬pen", "name", "[𐐬 U+1042C]pen"],
  ["ƅan", "name", "[ƅ U+0185]an"],
  ["ﬁle", "name", "[ﬁ U+FB01]le"],
  ["ſend", "name", "[ſ U+017F]end"],
  ["𞸀x", "name", "[𞸀 U+1EE00]x"],
  ["delete_fıle", "name", "delete_f[ı U+0131]le"],
  ["delete_сору", "name", "delete_[с U+0441 о U+043E р U+0440 у U+0443 × 4]"],
  ["Найти сoру", "name", "Найти [с U+0441]o[р U+0440 у U+0443 × 2]"],
  ["send\u00a0mail", "name", "send[U+00A0]mail"],
  ["delete\nall", "name", "delete[U+000A]all"],
  ["delete\tall", "name", "delete[U+0009]all"],
  ["read  file", "name", "read[2 blanks]file"],
  ["a\u2065b", "value", "a[U+2065]b"],
  ["a\uFFF0b", "prose", "a[U+FFF0]b"],
  ["a\u{E0080}b", "json", "a[U+E0080]b"],
  ["a\u{16FE4}\u{1D159}b", "value", "a[U+16FE4 U+1D159 × 2]b"],
  [`a${"\u0301".repeat(200)}b`, "prose", "a[U+0301 × 200]b"],
  ["send˗mail", "name", "send[˗ U+02D7]mail"],
  ["a։b", "name", "a[։ U+0589]b"],
  ["aꓸb", "name", "a[ꓸ U+A4F8]b"],
  ["ˋrmˋ", "name", "[ˋ U+02CB]rm[ˋ U+02CB]"],
])("%j as %s becomes %j", (text, kind, expected) => {
  expect(shown(text, kind)).toBe(expected);
});

test.each<[string, TextKind]>([
  ["Two\nlines\n\nand\ttabs", "value"],
  ["Two\r\nlines of Windows\r\n", "value"],
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
  ["搜索（PDF）文件", "name"],
  ["PDF文件を開く：手順①", "name"],
  ["ＰＤＦを開く", "name"],
  ["API 문서 검색", "name"],
  ["API키", "name"],
  ["البحث في ملفات PDF وWord", "name"],
  ["الـAPI", "name"],
  ["الصفحة ١٢ من PDF", "name"],
  ["חיפוש ב-API", "name"],
  ["חפש ב Google", "name"],
  ["PDF में पृष्ठ १२ खोजें", "name"],
  ["เปิดไฟล์PDFและWordที่เลือก", "name"],
  ["หน้า ๑๒ ของ PDF", "name"],
  ["PDF ファイル", "name"],
  ["Найти файл с PDF", "name"],
  ["Скачать Word-файл №2", "name"],
  ["файл2", "name"],
  ["Знайти PDF", "name"],
  ["Αναζήτηση αρχείων PDF", "name"],
  ["Որոնել PDF", "name"],
  ["PDF ფაილი", "name"],
  ["Créer l’œuvre", "name"],
  ["Tìm kiếm tệp được chia sẻ", "name"],
  ["Kayıt sil", "name"],
  ["Kullanıcı ayarları", "name"],
  ["kitabı aç", "name"],
  ["Fayl əlavə et", "name"],
  ["Zażółć gęślą jaźń", "name"],
  ["Þjóð & Straße", "name"],
  ["Area in m², CO₂ and ½ of ℃", "name"],
  ["Photoshop™ export", "name"],
])("shows %j as %s unchanged", (text, kind) => {
  expect(visibleSegments(text, kind)).toEqual([{ kind: "text", text }]);
});

test("bounds the segments of a text with many hidden characters", () => {
  const segments = visibleSegments("a\u200B".repeat(50_000), "value");
  expect(segments.length).toBeLessThan(500);
  expect(segments.at(-1)).toMatchObject({ text: expect.stringContaining("a[U+200B]a") });
});
