// @vitest-environment jsdom
import { expect, test } from "vitest";
import { encodeFile, readUpload } from "../../../src/components/interrupt/uploadShape.ts";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";

const hello = { name: "a.txt", mimeType: "text/plain", data: "aGVsbG8=", size: 5 };
const base64: JsonSchema = { type: "string", contentEncoding: "base64" };

test.each<[string, JsonSchema | undefined]>([
  ["no schema", undefined],
  ["a schema without constraints", { title: "Files" }],
  ["any object", { type: "object" }],
])("sends a list of files for %s", (_name, schema) => {
  const upload = readUpload(schema);
  expect(upload?.max).toBe(Number.POSITIVE_INFINITY);
  expect(upload?.toPayload([hello])).toEqual({
    files: [{ name: "a.txt", mimeType: "text/plain", data: "aGVsbG8=" }],
  });
});

test.each<[string, JsonSchema, unknown]>([
  ["base64 text", base64, "aGVsbG8="],
  ["a byte format", { type: "string", format: "byte" }, "aGVsbG8="],
  ["a data URL", { type: "string", format: "data-url" }, "data:text/plain;base64,aGVsbG8="],
  [
    "an object with file metadata",
    {
      type: "object",
      properties: {
        filename: { type: "string" },
        media_type: { type: "string" },
        size: { type: "integer" },
        content: base64,
        version: { const: 1 },
      },
      required: ["filename", "content", "version"],
    },
    { filename: "a.txt", media_type: "text/plain", size: 5, content: "aGVsbG8=", version: 1 },
  ],
  [
    "an object with a usual content key",
    { type: "object", properties: { name: { type: "string" }, data: { type: "string" } } },
    { name: "a.txt", data: "aGVsbG8=" },
  ],
  [
    "an object around a file",
    { type: "object", properties: { receipt: base64 } },
    { receipt: "aGVsbG8=" },
  ],
])("sends one file for %s", (_name, schema, payload) => {
  const upload = readUpload(schema);
  expect(upload?.max).toBe(1);
  expect(upload?.toPayload([hello])).toEqual(payload);
});

test("reads count and media type from a list schema", () => {
  const upload = readUpload({
    type: "object",
    properties: {
      kind: { const: "scan" },
      scans: {
        type: "array",
        items: { ...base64, contentMediaType: "image/*" },
        minItems: 2,
        maxItems: 3,
      },
    },
    required: ["scans", "kind"],
  });
  expect(upload).toMatchObject({ min: 2, max: 3, accept: "image/*" });
  expect(upload?.toPayload([hello, hello])).toEqual({
    kind: "scan",
    scans: ["aGVsbG8=", "aGVsbG8="],
  });
});

test.each<[string, JsonSchema]>([
  ["a plain text", { type: "string" }],
  [
    "a file and a title",
    { type: "object", properties: { title: { type: "string" }, scan: base64 } },
  ],
  ["no file", { type: "object", properties: { title: { type: "string" } } }],
  [
    "a file with another required property",
    {
      type: "object",
      properties: { data: base64, author: { type: "string" } },
      required: ["data", "author"],
    },
  ],
])("returns undefined for %s", (_name, schema) => {
  expect(readUpload(schema)).toBeUndefined();
});

test("encodes a file as base64 with a default media type", async () => {
  const file = new File(["hello"], "a.unknown");
  expect(await encodeFile(file)).toEqual({
    name: "a.unknown",
    mimeType: "application/octet-stream",
    data: "aGVsbG8=",
    size: 5,
  });
});
