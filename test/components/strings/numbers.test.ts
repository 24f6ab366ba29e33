// @vitest-environment node
import { describe, expect, test } from "vitest";
import { arabicStrings } from "../../../src/components/strings/ar.ts";
import { germanStrings } from "../../../src/components/strings/de.ts";
import { japaneseStrings } from "../../../src/components/strings/ja.ts";

/** Zero, one, two, few, many and other: the six forms of Arabic. */
const COUNTS = [0, 1, 2, 3, 11, 100];

describe("Arabic counts", () => {
  test.each<[what: string, word: (count: number) => string, forms: readonly string[]]>([
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
      "seconds of thought",
      arabicStrings.thoughtFor,
      [
        "فكّر لأقل من ثانية",
        "فكّر لمدة ثانية واحدة",
        "فكّر لمدة ثانيتين",
        "فكّر لمدة 3 ثوانٍ",
        "فكّر لمدة 11 ثانية",
        "فكّر لمدة 100 ثانية",
      ],
    ],
    [
      "minutes that are left",
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
      "conversations that were found",
      arabicStrings.threads.found,
      [
        "لم يُعثر على أي محادثة",
        "عُثر على محادثة واحدة",
        "عُثر على محادثتين",
        "عُثر على 3 محادثات",
        "عُثر على 11 محادثة",
        "عُثر على 100 محادثة",
      ],
    ],
  ])("%s", (_what, word, forms) => {
    expect(COUNTS.map(word)).toEqual(forms);
  });

  test("what begins again behind a hundred", () => {
    const { attachments } = arabicStrings.queue;
    expect([101, 102, 103, 111].map(attachments)).toEqual([
      "101 مرفق",
      "102 مرفق",
      "103 مرفقات",
      "111 مرفقًا",
    ]);
  });
});

test("numbers are written as in the language, and with the digits of the rest of the page", () => {
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

test("what time is left is a clock in each of them", () => {
  for (const { interrupt } of [germanStrings, japaneseStrings, arabicStrings])
    expect(interrupt.expiresInSeconds(245)).toMatch(/(^| )4:05( |$)/);
});

test("a name in another script keeps its place among Arabic words", () => {
  expect(arabicStrings.attachments.remove("plan (2).pdf")).toBe("إزالة \u2068plan (2).pdf\u2069");
  expect(arabicStrings.markdown.loadImage("example.com")).toContain("\u2068example.com\u2069");
});
