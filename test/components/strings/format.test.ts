import { expect, test } from "vitest";
import { formatMoney } from "../../../src/components/strings/format.ts";

test.each([
  [0, "USD", "$0.00"],
  [0.000_123_4, "USD", "$0.000123"],
  [0.01, "USD", "$0.01"],
  [0.1, "EUR", "€0.10"],
  [0.5, "USD", "$0.50"],
  [0.9999, "USD", "$1.00"],
  [12.3, "USD", "$12.30"],
  [12.3, "JPY", "¥12"],
])("formats %d %s as %s", (amount, currency, text) => {
  expect(formatMoney("en", amount, currency)).toBe(text);
});

test("formats an amount without an ISO 4217 code as a number and a name", () => {
  expect(formatMoney("en", 1234.5, "credits")).toBe("1,234.5 credits");
  expect(formatMoney("de", 1234.5, "credits")).toBe("1.234,5 credits");
  expect(formatMoney("en", 0.001_234_5, "credits")).toBe("0.00123 credits");
});
