import { expect, test } from "vitest";
import { isJsonBeginning } from "../../../src/protocol/chunks/isJsonBeginning.ts";

const JSON_TEXT = ' {"a" : [1, -2.5e3, {"b\\"": null}, [], {}], "c": "x\\\\", "d": {"e": [true]}} ';

test("accepts each beginning of JSON text", () => {
  for (let end = 0; end <= JSON_TEXT.length; end++)
    expect(isJsonBeginning(JSON_TEXT.slice(0, end)), JSON_TEXT.slice(0, end)).toBe(true);
});

test.each(['{"a":{"b":1}2}', '{"a":"x{"b', '{"a":1}{', "{{", "[1 2", '{"a"}', "{a:", "}", "[,"])(
  "refuses %j, which no text can complete",
  (text) => {
    expect(isJsonBeginning(text)).toBe(false);
  },
);
