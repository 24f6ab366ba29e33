import { describe, expect, test } from "vitest";
import { arabicStrings } from "../../../src/components/strings/ar.ts";
import { germanStrings } from "../../../src/components/strings/de.ts";
import { japaneseStrings } from "../../../src/components/strings/ja.ts";
import { englishStrings } from "../../../src/components/strings/strings.ts";

/** Zero, one, two, few, many and other: the six forms of Arabic. */
const COUNTS = [0, 1, 2, 3, 11, 100];

describe("Arabic counts", () => {
  test.each<[noun: string, text: (count: number) => string, forms: readonly string[]]>([
    [
      "new messages",
      arabicStrings.surface.unread,
      [
        "لا رسائل جديدة",
        "رسالة جديدة واحدة",
        "رسالتان جديدتان",
        "3 رسائل جديدة",
        "11 رسالة جديدة",
        "100 رسالة جديدة",
      ],
    ],
    [
      "attachments",
      arabicStrings.queue.attachments,
      ["لا مرفقات", "مرفق واحد", "مرفقان", "3 مرفقات", "11 مرفقًا", "100 مرفق"],
    ],
    [
      "seconds of reasoning",
      arabicStrings.reasonedFor,
      [
        "فكّر لأقل من ثانية",
        "فكّر لمدة ثانية واحدة",
        "فكّر لمدة ثانيتين",
        "فكّر لمدة 3 ثوانٍ",
        "فكّر لمدة 11 ثانية",
        "فكّر لمدة 1 د و40 ث",
      ],
    ],
    [
      "minutes left",
      arabicStrings.interrupt.expiresInMinutes,
      [
        "تنتهي المهلة خلال أقل من دقيقة",
        "تنتهي المهلة خلال دقيقة واحدة",
        "تنتهي المهلة خلال دقيقتين",
        "تنتهي المهلة خلال 3 دقائق",
        "تنتهي المهلة خلال 11 دقيقة",
        "تنتهي المهلة خلال 100 دقيقة",
      ],
    ],
    [
      "characters",
      arabicStrings.form.maxLength,
      [
        "يجب ألا يزيد النص على صفر من الأحرف.",
        "يجب ألا يزيد النص على حرف واحد.",
        "يجب ألا يزيد النص على حرفين.",
        "يجب ألا يزيد النص على 3 أحرف.",
        "يجب ألا يزيد النص على 11 حرفًا.",
        "يجب ألا يزيد النص على 100 حرف.",
      ],
    ],
    [
      "problems in a section",
      arabicStrings.form.problemsInSection,
      [
        "لا حقول بحاجة إلى تصحيح في هذا القسم.",
        "يُرجى تصحيح حقل واحد في هذا القسم.",
        "يُرجى تصحيح حقلين في هذا القسم.",
        "يُرجى تصحيح 3 حقول في هذا القسم.",
        "يُرجى تصحيح 11 حقلًا في هذا القسم.",
        "يُرجى تصحيح 100 حقل في هذا القسم.",
      ],
    ],
    [
      "search results",
      arabicStrings.threads.resultCount,
      [
        "لم يُعثر على أي محادثة",
        "عُثر على محادثة واحدة",
        "عُثر على محادثتين",
        "عُثر على 3 محادثات",
        "عُثر على 11 محادثة",
        "عُثر على 100 محادثة",
      ],
    ],
    [
      "questions that are not shown",
      arabicStrings.interrupt.moreQuestions,
      [
        "لا أسئلة أخرى بحاجة إلى إجابتك.",
        "سؤال آخر بحاجة إلى إجابتك.",
        "سؤالان آخران بحاجة إلى إجابتك.",
        "3 أسئلة أخرى بحاجة إلى إجابتك.",
        "11 سؤالًا آخر بحاجة إلى إجابتك.",
        "100 سؤال آخر بحاجة إلى إجابتك.",
      ],
    ],
  ])("have six forms for %s", (_noun, text, forms) => {
    expect(COUNTS.map(text)).toEqual(forms);
  });

  test("use the forms of the numbers below one hundred again above it", () => {
    const { attachments } = arabicStrings.queue;
    expect([101, 102, 103, 111].map(attachments)).toEqual([
      "101 مرفق",
      "102 مرفق",
      "103 مرفقات",
      "111 مرفقًا",
    ]);
  });
});

test("formats numbers by language, with Western digits in Arabic", () => {
  expect(germanStrings.surface.unread(1234)).toBe("1.234 neue Nachrichten");
  expect(germanStrings.seconds(1.5)).toBe("1,5 s");
  expect(germanStrings.attachments.size(1_572_864)).toBe("1,5 MB");
  expect(germanStrings.form.minimum(0.5)).toBe("Muss mindestens 0,5 sein.");
  expect(japaneseStrings.surface.unread(1234)).toBe("新着メッセージ1,234件");
  expect(japaneseStrings.seconds(1.5)).toBe("1.5秒");
  expect(arabicStrings.seconds(1.5)).toBe("1.5 ث");
  expect(arabicStrings.surface.unread(1203)).toBe("1,203 رسائل جديدة");
  expect(arabicStrings.attachments.size(5000)).toBe("4.9 كيلوبايت");
});

test("names how much of a value is hidden in every language", () => {
  const texts = [englishStrings, germanStrings, japaneseStrings, arabicStrings].map(
    ({ value, interrupt, work }) => [
      value.moreItems(1, 1),
      value.moreItems(100, 1450),
      value.moreText(50, 50),
      value.moreText(100, 1450),
      interrupt.hiddenValues(1),
      interrupt.otherApprovals(interrupt.hiddenCharacters(1450)),
      interrupt.otherApprovals(interrupt.hiddenApprovals(1450)),
      interrupt.hiddenApprovals(1),
      interrupt.moreQuestions(1),
      interrupt.moreQuestions(1450),
      work.moreWaitingCalls(1),
      work.moreWaitingCalls(1450),
    ],
  );
  expect(texts).toEqual([
    [
      "Show 1 more",
      "Show 100 of 1,450 more",
      "Show 50 more characters",
      "Show 100 of 1,450 more characters",
      "1 more value is not shown yet.",
      "Other approvals: 1,450 more characters are not shown yet.",
      "Other approvals: 1,450 are included, but not shown yet.",
      "1 is included, but not shown yet.",
      "1 more question needs your answer.",
      "1,450 more questions need your answer.",
      "1 more tool call needs your input.",
      "1,450 more tool calls need your input.",
    ],
    [
      "1 weiteren Eintrag anzeigen",
      "100 von 1.450 weiteren Einträgen anzeigen",
      "50 weitere Zeichen anzeigen",
      "100 von 1.450 weiteren Zeichen anzeigen",
      "1 weiterer Wert wird noch nicht angezeigt.",
      "Andere Genehmigungen: 1.450 weitere Zeichen werden noch nicht angezeigt.",
      "Andere Genehmigungen: 1.450 sind enthalten, werden aber noch nicht angezeigt.",
      "1 ist enthalten, wird aber noch nicht angezeigt.",
      "1 weitere Frage zu beantworten.",
      "1.450 weitere Fragen zu beantworten.",
      "1 weiterer Tool-Aufruf wartet auf Rückmeldung.",
      "1.450 weitere Tool-Aufrufe warten auf Rückmeldung.",
    ],
    [
      "ほか1件を表示",
      "ほか1,450件のうち100件を表示",
      "ほか50文字を表示",
      "ほか1,450文字のうち100文字を表示",
      "ほか1件の値がまだ表示されていません。",
      "ほかの承認：ほか1,450文字がまだ表示されていません。",
      "ほかの承認：1,450件も対象ですが、まだ表示されていません。",
      "1件も対象ですが、まだ表示されていません。",
      "ほか1件の質問に回答が必要です。",
      "ほか1,450件の質問に回答が必要です。",
      "ほか1件のツールの呼び出しが対応待ちです。",
      "ほか1,450件のツールの呼び出しが対応待ちです。",
    ],
    [
      "عرض عنصر آخر",
      "عرض 100 من أصل 1,450 عنصرًا آخر",
      "عرض 50 محرفًا آخر",
      "عرض 100 من أصل 1,450 محرفًا آخر",
      "توجد قيمة أخرى غير معروضة بعد.",
      "الموافقات الأخرى: يوجد 1,450 محرفًا آخر غير معروض بعد.",
      "الموافقات الأخرى: توجد 1,450 موافقة مشمولة لكنها غير معروضة بعد.",
      "توجد موافقة واحدة مشمولة لكنها غير معروضة بعد.",
      "سؤال آخر بحاجة إلى إجابتك.",
      "1,450 سؤالًا آخر بحاجة إلى إجابتك.",
      "استدعاء آخر لأداة بحاجة إلى ردّك.",
      "1,450 استدعاءً آخر للأدوات بحاجة إلى ردّك.",
    ],
  ]);
});

test("formats the time left as a clock in every language", () => {
  for (const { interrupt } of [germanStrings, japaneseStrings, arabicStrings])
    expect(interrupt.expiresInSeconds(245)).toMatch(/(^| )4:05( |$)/);
});

test.each([
  [4.2, "4.2 s", "4,2 s", "4.2秒", "4.2 ث"],
  [59.9, "59.9 s", "59,9 s", "59.9秒", "59.9 ث"],
  [60, "1 min", "1 min", "1分", "1 د"],
  [75.4, "1 min 15 s", "1 min 15 s", "1分15秒", "1 د و15 ث"],
  [119.8, "2 min", "2 min", "2分", "2 د"],
])("formats a duration of %d s in minutes and seconds", (seconds, english, ...others) => {
  expect(englishStrings.seconds(seconds)).toBe(english);
  const written = [germanStrings, japaneseStrings, arabicStrings].map((strings) =>
    strings.seconds(seconds),
  );
  expect(written).toEqual(others);
});

test("spells out the time of reasoning below one minute", () => {
  expect([1, 4, 75].map(englishStrings.reasonedFor)).toEqual([
    "Thought for 1 second",
    "Thought for 4 seconds",
    "Thought for 1 min 15 s",
  ]);
  expect([1, 4, 75].map(germanStrings.reasonedFor)).toEqual([
    "1 Sekunde nachgedacht",
    "4 Sekunden nachgedacht",
    "1 min 15 s nachgedacht",
  ]);
  expect([4, 75].map(japaneseStrings.reasonedFor)).toEqual([
    "4秒間考えました",
    "1分15秒間考えました",
  ]);
});

test("names input and output in a count of tokens", () => {
  const tokens = { input: 12_480, output: 1_204, total: 13_684 };
  expect(englishStrings.work.tokens(tokens)).toBe("12,480 in · 1,204 out tokens");
  expect(germanStrings.work.tokens(tokens)).toBe("12.480 Eingabe- · 1.204 Ausgabe-Token");
  expect(japaneseStrings.work.tokens(tokens)).toBe("入力12,480・出力1,204トークン");
  expect(arabicStrings.work.tokens(tokens)).toBe("الرموز: 12,480 للإدخال · 1,204 للإخراج");
});

test("uses the verb that agrees with the number of files", () => {
  const { tooLarge, notSupported, uploadFailed } = englishStrings.attachments;
  const [one, two] = ["\u2068a.png\u2069", "\u2068a.png\u2069 and \u2068b.png\u2069"];
  expect(tooLarge(one, "5 MB")).toBe(`${one} is too large. The limit is 5 MB.`);
  expect(tooLarge(two, "5 MB")).toBe(`${two} are too large. The limit is 5 MB.`);
  expect(notSupported(one, "images")).toBe(`${one} isn’t supported. You can attach images.`);
  expect(notSupported(two, undefined)).toBe(
    `${two} aren’t supported. This assistant doesn’t accept that file type.`,
  );
  expect(uploadFailed(two)).toBe(`Couldn’t upload ${two}. Retry or remove them.`);
});

test("writes the reason for a rejected answer as a sentence", () => {
  const { refused } = englishStrings.interrupt;
  expect(refused("is over the budget")).toBe("Is over the budget.");
  expect(refused("The budget is 5 €!")).toBe("The budget is 5 €!");
  expect(germanStrings.interrupt.refused("das Budget ist überschritten")).toBe(
    "Das Budget ist überschritten.",
  );
});

test("names the author in the label of actions", () => {
  const { authors, actions } = englishStrings;
  expect(actions.label(authors.user, "Hello")).toBe("Actions for your message: Hello");
  expect(actions.label(authors.assistant, "")).toBe("Actions for message from Assistant");
  expect(germanStrings.actions.label(germanStrings.authors.user, "")).toBe(
    "Aktionen für eigene Nachricht",
  );
});

test("isolates names in another script within Arabic text", () => {
  expect(arabicStrings.attachments.remove("plan (2).pdf")).toBe("إزالة \u2068plan (2).pdf\u2069");
  expect(arabicStrings.markdown.loadImage("example.com")).toContain("\u2068example.com\u2069");
});
