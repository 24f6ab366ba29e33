import { arabicStrings } from "agui-kit/strings/ar";
import { germanStrings } from "agui-kit/strings/de";
import { japaneseStrings } from "agui-kit/strings/ja";
import { expectTypeOf, test } from "vitest";
import {
  englishStrings,
  type Strings,
  type StringsOverride,
} from "../../../src/components/strings/strings.ts";

test("a language has the type of all words, and fits the prop", () => {
  for (const strings of [germanStrings, japaneseStrings, arabicStrings]) {
    expectTypeOf(strings).toEqualTypeOf<Strings>();
    expectTypeOf(strings).toExtend<StringsOverride>();
  }
});

test("a language that lacks a word, or says one otherwise, does not compile", () => {
  const { send: _, ...withoutSend } = englishStrings;
  // @ts-expect-error `send` is lacking.
  const lacking: Strings = withoutSend;
  const { close: __, ...surface } = englishStrings.surface;
  // @ts-expect-error `surface.close` is lacking.
  const lackingInside: Strings = { ...englishStrings, surface };
  // @ts-expect-error There is no word of this name.
  const extra: Strings = { ...englishStrings, sent: "Sent" };
  // @ts-expect-error How long something took is said by a function.
  const fixed: Strings = { ...englishStrings, seconds: "s" };
  void [lacking, lackingInside, extra, fixed];
});
