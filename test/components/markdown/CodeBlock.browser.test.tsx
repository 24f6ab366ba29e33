import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

const long = "x".repeat(400);

test("a long line without spaces scrolls in its box, and is broken when asked for", async () => {
  render(
    <div style={{ inlineSize: 320 }}>
      <Markdown text={`\`\`\`\n${long}\n\`\`\``} />
    </div>,
  );
  const box = screen.getByRole("group", { name: "Code" });
  const button = await screen.findByRole("button", { name: "Wrap lines" });
  const height = box.clientHeight;
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth);
  await userEvent.click(button);
  expect(box.scrollWidth).toBe(box.clientWidth);
  expect(box.clientHeight).toBeGreaterThan(2 * height);
  expect(box).toHaveTextContent(long);
  await userEvent.click(button);
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth);
});

test("what is scrolled in a block of code stays so when its buttons and colours come", async () => {
  render(
    <div style={{ inlineSize: 320 }}>
      <Markdown text={`\`\`\`ts\nconst a = "${long}";\n\`\`\``} />
    </div>,
  );
  const box = screen.getByRole("group", { name: "Code ts" });
  box.scrollLeft = 100;
  await expect.poll(() => box.querySelector("[data-token]")).not.toBeNull();
  expect(box.isConnected).toBe(true);
  expect(box.scrollLeft).toBe(100);
});
