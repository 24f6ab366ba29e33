import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { JsonSource } from "../../../src/components/toolCall/JsonSource.tsx";

test("JSON reads from left to right, and text as it is written", () => {
  render(
    <>
      <JsonSource text='{"city": "Rome"}' />
      <JsonSource text="مرحبا" />
    </>,
  );
  expect(screen.getByText(/Rome/)).toHaveAttribute("dir", "ltr");
  expect(screen.getByText("مرحبا")).toHaveAttribute("dir", "auto");
});

test("long JSON that arrives writes its last lines anew, and none of those before", async () => {
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

test("a loaded image takes the focus of the button it stands in for", async () => {
  render(<Markdown text="![a cat](https://cats.example/1.png)" />);
  await userEvent.click(await screen.findByRole("button"));
  expect(screen.getByRole("img", { name: "a cat" })).toHaveFocus();
});

test("code blocks have no live region of their own until one is copied", async () => {
  const { container } = render(<Markdown text={"```sh\nls\n```"} />);
  await screen.findByRole("button", { name: "Copy" });
  expect(container.querySelector("[aria-live], [role=status]")).toBeNull();
});
