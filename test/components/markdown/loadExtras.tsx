import { cleanup, render, screen } from "@testing-library/react";
import { beforeAll } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

/** Has loaded what a page loads with the first text that has code, footnotes or formulas. */
export function loadExtras(): void {
  beforeAll(async () => {
    render(<Markdown text={"```\nloaded\n```"} />);
    await screen.findByRole("button", { name: "Copy" });
    cleanup();
  });
}
