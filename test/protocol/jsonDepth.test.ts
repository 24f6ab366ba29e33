import { expect, test } from "vitest";
import { isTooDeep, jsonTextOf, MAX_JSON_DEPTH } from "../../src/protocol/jsonDepth.ts";
import { assertJson, toJsonValue } from "../../src/protocol/toJsonValue.ts";
import { nestedArray, nestedObject } from "../support/nestedJson.ts";

function convert(value: unknown) {
  const faults: string[] = [];
  const json = toJsonValue(value, ([code], path) => faults.push(`${code} ${path}`));
  return { json, faults };
}

test("isTooDeep counts levels of objects and arrays", () => {
  expect(isTooDeep(nestedArray(MAX_JSON_DEPTH))).toBe(false);
  expect(isTooDeep(nestedArray(MAX_JSON_DEPTH + 1))).toBe(true);
  expect(isTooDeep(nestedObject(100_000))).toBe(true);
  expect(isTooDeep("text")).toBe(false);
});

test("jsonTextOf writes the same text as JSON.stringify, at any depth", () => {
  const value = { a: [1, "two\n", null, { "": true }], b: {}, c: [] };
  expect(jsonTextOf(value)).toBe(JSON.stringify(value));
  expect(jsonTextOf(nestedArray(100_000))).toBe(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
});

test("toJsonValue returns valid JSON with the same identity", () => {
  const value = { text: "a", list: [{ at: 1 }], none: null, absent: undefined };
  expect(convert(value)).toEqual({ json: value, faults: [] });
  expect(convert(value).json).toBe(value);
});

test("toJsonValue replaces the levels below the bound, which jsonTextOf restores", () => {
  const value = { shallow: [1], content: nestedObject(5_000) };
  const { json, faults } = convert(value);
  expect(faults).toEqual(["too-deep content"]);
  expect(json).toMatchObject({ shallow: [1] });
  expect(isTooDeep(json)).toBe(true);
  expect(isTooDeep(json, MAX_JSON_DEPTH + 1)).toBe(false);
  expect(jsonTextOf(json)).toBe(jsonTextOf(value));
  expect(convert(json).json).toEqual(json);
});

test("toJsonValue converts what JSON cannot represent, and says where it was", () => {
  const circular: Record<string, unknown> = { name: "loop" };
  circular.self = circular;
  const { json, faults } = convert({
    small: 5n,
    large: 10n ** 20n,
    at: new Date(0),
    map: new Map([["a", 1]]),
    list: [() => 1, Number.NaN],
    circular,
  });
  expect(json).toEqual({
    small: 5,
    large: "100000000000000000000",
    at: "1970-01-01T00:00:00.000Z",
    map: {},
    list: [null, null],
    circular: { name: "loop" },
  });
  expect(faults).toEqual(
    ["small", "large", "at", "map", "list.0", "list.1", "circular.self"].map(
      (path) => `not-json ${path}`,
    ),
  );
});

/** Returns an object that throws when it is read. */
function unreadable(kind: string): object {
  const fail = () => {
    throw new Error(kind);
  };
  if (kind === "toJSON") return { toJSON: fail };
  if (kind === "getter") return Object.defineProperty({}, "a", { enumerable: true, get: fail });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
const UNREADABLE = ["toJSON", "getter", "proxy"];

test.each(UNREADABLE)("toJsonValue replaces an object with an unreadable %s by null", (kind) => {
  const { json, faults } = convert({ list: [unreadable(kind), 1n], at: [1] });
  expect(json).toEqual({ list: [null, 1], at: [1] });
  expect(faults).toEqual(["not-json list.0", "not-json list.1"]);
});

test("assertJson refuses what JSON.stringify cannot write, and skips what was checked", () => {
  const refused = { code: "invalid-argument", message: expect.stringContaining("`state`") };
  for (const value of [
    nestedArray(MAX_JSON_DEPTH + 1),
    { a: [1n] },
    [() => 1],
    { v: Symbol("s") },
    ...UNREADABLE.map(unreadable),
  ]) {
    expect(() => assertJson(value, "state")).toThrow(expect.objectContaining(refused));
  }
  const checked = { a: { b: 1n }, c: 1 };
  expect(() => assertJson({ ...checked, c: 2 }, "state", checked)).not.toThrow();
  const amount = { round: () => 1, toJSON: () => "1" };
  expect(() => assertJson({ at: new Date(), skip: undefined, amount }, "state")).not.toThrow();
});
