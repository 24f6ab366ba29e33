import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

test.each([
  { page: "rtl", text: "Trains are cheap[^1].\n\n[^1]: Up to 60 days before.", dir: "ltr" },
  { page: "ltr", text: "القطار رخيص[^1].\n\n[^1]: حتى ٦٠ يوما.", dir: "rtl" },
])(
  "on a page that is $page the footnotes of a text that is $dir have their numbers where it begins",
  async ({ page, text, dir }) => {
    render(
      <div dir={page}>
        <Markdown text={text} />
      </div>,
    );
    const note = await screen.findByRole("listitem");
    for (const element of [note, note.firstElementChild as Element]) {
      expect(getComputedStyle(element).direction).toBe(dir);
    }
  },
);
