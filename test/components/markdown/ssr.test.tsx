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
      <Markdown
        text={`&copy; **bold** ![a picture](https://a.example/b.png)\n\n${longAnswer(2000)}`}
      />
    </StrictMode>,
  );
  expect(html).toContain("<strong>bold</strong>");
  expect(html).toContain("©");
  // Who may decide whether it is loaded is not there yet.
  expect(html).toContain("<!-- -->a picture");
  expect(html).not.toContain("a.example");
  expect(html).toContain("<table>");
  expect(html).not.toContain("style=");
  expect(complaints).not.toHaveBeenCalled();
});
