// @vitest-environment node
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { longAnswer } from "./sampleText.ts";

afterEach(() => vi.restoreAllMocks());

test("renders on a server, where there is no document", () => {
  const complaints = vi.spyOn(console, "error");
  const html = renderToString(
    <StrictMode>
      <Markdown text={`&copy; **bold** ![x](https://a.example/b.png)\n\n${longAnswer(2000)}`} />
    </StrictMode>,
  );
  expect(html).toContain("<strong>bold</strong>");
  expect(html).toContain("©");
  expect(html).toContain("Load image from a.example");
  expect(html).toContain("<table>");
  expect(html).not.toContain("style=");
  expect(complaints).not.toHaveBeenCalled();
});
