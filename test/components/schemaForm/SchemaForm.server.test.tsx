// @vitest-environment node
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { StrictMode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { SchemaForm } from "../../../src/components/schemaForm/SchemaForm.tsx";
import { SchemaFormView } from "../../../src/components/schemaForm/SchemaFormView.tsx";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    city: { type: "string", default: "Rome" },
    when: { type: "string", format: "date-time", default: "2026-05-01T10:00:00Z" },
    pay: { oneOf: [{ title: "Card", type: "object", properties: { n: { type: "number" } } }, {}] },
    tags: { type: "array", items: { type: "string" }, default: ["a"] },
    file: { type: "string", format: "binary" },
    rest: {},
  },
  required: ["pay"],
};

afterEach(() => vi.restoreAllMocks());

test("renders on a server without warnings", () => {
  const consoleError = vi.spyOn(console, "error");
  const html = renderToString(
    <StrictMode>
      <SchemaFormView schema={schema} onSubmit={() => {}} />
    </StrictMode>,
  );
  expect(html).toContain('value="Rome"');
  expect(html).toContain("Remove Tags 1");
  expect(consoleError).not.toHaveBeenCalled();
});

test("renders the placeholder on a server without warnings, streamed or not", async () => {
  const consoleError = vi.spyOn(console, "error");
  const form = <SchemaForm schema={schema} onSubmit={() => {}} />;
  const html = new PassThrough();
  const { pipe } = renderToPipeableStream(form, { onAllReady: () => pipe(html) });
  const streamed = await text(html);
  expect(streamed).toMatch(/^<div class="agk-form" aria-busy="true">(<i><\/i>)+<\/div>$/);
  // A content security policy may forbid inline styles.
  expect(streamed).not.toContain("style=");
  expect(renderToString(form)).toBe(streamed);
  expect(consoleError).not.toHaveBeenCalled();
});
