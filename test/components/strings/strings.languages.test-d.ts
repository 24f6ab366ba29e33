import { arabicStrings } from "agui-kit/strings/ar";
import { germanStrings } from "agui-kit/strings/de";
import { japaneseStrings } from "agui-kit/strings/ja";
import { expectTypeOf, test } from "vitest";
import {
  englishStrings,
  type Strings,
  type StringsOverride,
} from "../../../src/components/strings/strings.ts";

test("a language has the type `Strings` and fits the `strings` prop", () => {
  for (const strings of [germanStrings, japaneseStrings, arabicStrings]) {
    expectTypeOf(strings).toEqualTypeOf<Strings>();
    expectTypeOf(strings).toExtend<StringsOverride>();
  }
});

test("a language with a missing, unknown or mistyped text does not compile", () => {
  const { send: _, ...withoutSend } = englishStrings;
  // @ts-expect-error `send` is missing.
  const missing: Strings = withoutSend;
  const { close: __, ...surface } = englishStrings.surface;
  // @ts-expect-error `surface.close` is missing.
  const missingInGroup: Strings = { ...englishStrings, surface };
  // @ts-expect-error `sent` is unknown.
  const unknownKey: Strings = { ...englishStrings, sent: "Sent" };
  // @ts-expect-error `seconds` is a function.
  const mistyped: Strings = { ...englishStrings, seconds: "s" };
  void [missing, missingInGroup, unknownKey, mistyped];
});
