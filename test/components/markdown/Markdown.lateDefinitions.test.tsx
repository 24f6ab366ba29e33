import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/index.ts";

const TEXT = "See [the place][r1] for more about it and everything around it.\n\n".repeat(200);
const WITH_DEFINITION = `${TEXT}[r1]: https://a.example\n\n`;
const linkCount = () => document.querySelectorAll("a[href]").length;

test("a definition at the end of a streamed text makes links of its references, a few at a time", async () => {
  const { rerender } = render(<Markdown text={TEXT} isStreaming />);
  expect(linkCount()).toBe(0);
  rerender(<Markdown text={WITH_DEFINITION} isStreaming />);
  rerender(<Markdown text={WITH_DEFINITION} />);
  expect(linkCount()).toBeLessThan(100);
  await waitFor(() => expect(linkCount()).toBe(200));
});

test("a complete text renders all links at once", () => {
  render(<Markdown text={WITH_DEFINITION} />);
  expect(linkCount()).toBe(200);
});
