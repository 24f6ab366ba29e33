import { cleanup, render, screen } from "@testing-library/react";
import { beforeAll } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

/** Loads the Markdown extras before the tests of a file. */
export function loadExtras(): void {
  beforeAll(async () => {
    render(<Markdown text={"```\nloaded\n```"} />);
    await screen.findByRole("button", { name: "Copy" });
    cleanup();
  });
}
