import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { Sources } from "../../../src/components/sources/Sources.tsx";
import type { Source } from "../../../src/components/sources/source.ts";

const sources: readonly Source[] = [
  { number: 1, href: "https://a.example/ferries", title: "Ferries", summary: "Every ten minutes." },
  { number: 2, title: "Brochure", summary: "Sold at the piers." },
];

function Answer() {
  return (
    <div style={{ padding: 120 }}>
      <button type="button">Before</button>
      <Markdown text="By ferry [1], with a ticket [2]." sources={sources} />
      <Sources sources={sources} />
      <button type="button">After</button>
    </div>
  );
}

const card = () => document.querySelector<HTMLElement>(".agk-source-card");
const inText = () => screen.getByRole("link", { name: "Source 1: Ferries" });
const inList = () => screen.getByRole("link", { name: /a\.example/ });

describe("the card of a source", () => {
  test.each([
    ["in the text", inText],
    ["in the list", inList],
  ])("opens under a resting pointer %s, and closes when the pointer leaves", async (_, chip) => {
    render(<Answer />);
    await userEvent.hover(chip());
    await waitFor(() => expect(card()).toHaveTextContent("Ferriesa.exampleEvery ten minutes."));
    await waitFor(() => expect(card()).toBeVisible());
    await userEvent.hover(screen.getByText("After"));
    expect(card()).toBeNull();
  });

  test("opens with the focus of the keyboard, and closes with Escape", async () => {
    render(<Answer />);
    await userEvent.click(screen.getByText("Before"));
    await userEvent.keyboard("{Tab}");
    expect(inText()).toHaveFocus();
    await waitFor(() => expect(card()).toBeVisible());
    await userEvent.keyboard("{Escape}");
    expect(card()).toBeNull();
    expect(inText()).toHaveFocus();
  });

  test("opens with a press where a source has no address", async () => {
    render(<Answer />);
    const [button] = screen.getAllByRole("button", { name: /Brochure/ });
    if (!button) throw new Error("There is no button.");
    await userEvent.click(button);
    expect(card()).toHaveTextContent("BrochureSold at the piers.");
  });

  test("is no higher than half of the window, and its text scrolls", async () => {
    const summary = "Every ten minutes. ".repeat(400);
    render(
      <div style={{ padding: 400 }}>
        <Sources sources={[{ number: 1, title: "Ferries", summary }]} />
      </div>,
    );
    await userEvent.click(screen.getByRole("button"));
    await waitFor(() => expect(card()).toBeVisible());
    expect(card()?.offsetHeight).toBeLessThan(innerHeight / 2 + 30);
    const content = card()?.firstElementChild as HTMLElement;
    expect(content.scrollHeight).toBeGreaterThan(content.clientHeight);
  });

  test("is the description of the chip for screen readers", () => {
    render(<Answer />);
    expect(inText()).toHaveAttribute("aria-description", "Every ten minutes.");
    expect(inList()).toHaveAttribute("aria-description", "Every ten minutes.");
  });
});

describe("the chip of a source", () => {
  test("has all numbers of a source that is repeated", () => {
    const [first, second] = sources;
    if (!first || !second) throw new Error("There are two sources.");
    render(<Sources sources={[first, second, { ...first, number: 3 }]} />);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "1, 3a.exampleFerries",
      "2Brochure",
    ]);
  });

  test("reacts to presses in 24 × 24 px at least", () => {
    render(<Answer />);
    const inAnswer = document.querySelectorAll<HTMLElement>(".agk-citation");
    const below = document.querySelectorAll<HTMLElement>(".agk-source-chip");
    expect([inAnswer.length, below.length]).toEqual([2, 2]);
    for (const chip of [...inAnswer, ...below]) {
      const { left, top, width, height } = chip.getBoundingClientRect();
      const middle = { x: left + width / 2, y: top + height / 2 };
      for (const [x, y] of [
        [-11.5, 0],
        [11.5, 0],
        [0, -11.5],
        [0, 11.5],
      ] as const) {
        const hit = document.elementFromPoint(middle.x + x, middle.y + y);
        expect(chip.contains(hit)).toBe(true);
      }
    }
  });

  test("moves no line of the text", () => {
    const { rerender } = render(<Markdown text="By ferry [1]." />);
    const height = () => document.querySelector(".agk-markdown")?.getBoundingClientRect().height;
    const before = height();
    rerender(<Markdown text="By ferry [1]." sources={sources} />);
    expect(document.querySelector(".agk-citation")).toBeVisible();
    expect(height()).toBe(before);
  });
});
