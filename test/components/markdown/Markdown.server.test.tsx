// @vitest-environment node
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { longAnswer } from "./longAnswer.ts";

afterEach(() => vi.restoreAllMocks());

test("Markdown renders on a server without a document, and loads no image", () => {
  const consoleError = vi.spyOn(console, "error");
  const html = renderToString(
    <StrictMode>
      <Markdown
        text={`&copy; **bold** ![a picture](https://a.example/b.png)\n\n${longAnswer(2000)}`}
      />
    </StrictMode>,
  );
  expect(html).toContain("<strong>bold</strong>");
  expect(html).toContain("©");
  // The user decides in the browser whether the image loads.
  expect(html).toMatch(/<button.*data-icon="fileImage".*Load image from a\.example<.*a picture</);
  expect(html).not.toContain("https://a.example");
  expect(html).toContain("<table>");
  expect(html).not.toContain("style=");
  expect(consoleError).not.toHaveBeenCalled();
});
