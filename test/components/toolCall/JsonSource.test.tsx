import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { JsonSource } from "../../../src/components/toolCall/JsonSource.tsx";

test("JsonSource shows JSON from left to right, and text in its own direction", () => {
  render(
    <>
      <JsonSource text='{"city": "Rome"}' />
      <JsonSource text="مرحبا" />
    </>,
  );
  const token = screen.getByText('"Rome"');
  expect(token).toHaveAttribute("data-token", "string");
  expect(token.closest("pre")).toHaveAttribute("dir", "ltr");
  expect(screen.getByText("مرحبا")).toHaveAttribute("dir", "auto");
});

test("JsonSource changes only the last piece of streaming JSON in the document", async () => {
  const lines = (count: number) =>
    `[\n${Array.from({ length: count }, (_, n) => `  "row ${n}, with some words",`).join("\n")}`;
  const { container, rerender } = render(<JsonSource text={lines(500)} />);
  const box = container.querySelector("pre") as HTMLElement;
  let written = 0;
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      const texts = type === "characterData" ? [target] : [...addedNodes];
      for (const { textContent } of texts) written += textContent?.length ?? 0;
    }
  });
  observer.observe(box, { subtree: true, childList: true, characterData: true });
  for (let count = 501; count <= 510; count++) {
    rerender(<JsonSource text={lines(count)} />);
    await Promise.resolve();
  }
  expect(box.textContent).toBe(lines(510));
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(10 * 2 * 2_100);
});

test("JsonSource has no colors in long JSON, which would take thousands of elements", () => {
  const { container, rerender } = render(<JsonSource text={`[${"1,".repeat(1_000)}1]`} />);
  expect(container.querySelectorAll("[data-token]")).toHaveLength(1_001);
  rerender(<JsonSource text={`[${"1,".repeat(10_000)}1]`} />);
  expect(container.querySelector("[data-token]")).toBeNull();
});
