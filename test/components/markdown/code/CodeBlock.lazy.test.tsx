import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "../../../../src/components/markdown/Markdown.tsx";

// In a file of its own, without `loadExtras`: the extras load only once.
test("a code block keeps its element, focus and selection when its buttons load", async () => {
  render(<Markdown text={"```\nconst a = 1;\n```"} />);
  const box = screen.getByRole("group", { name: "Code" });
  const text = box.firstChild?.firstChild as Text;
  box.focus();
  getSelection()?.setBaseAndExtent(text, 6, text, 7);
  expect(screen.queryByRole("button")).toBeNull();
  await screen.findByRole("button", { name: "Copy" });
  expect(screen.getByRole("group", { name: "Code" })).toBe(box);
  expect(box).toHaveFocus();
  expect(text.isConnected).toBe(true);
  expect(getSelection()?.toString()).toBe("a");
});
