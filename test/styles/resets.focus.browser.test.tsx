import "../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { withMessages } from "../components/withMessages.tsx";
import { addStyles } from "./styleChanges.ts";

/** Hover and focus styles of application templates. */
const template = `
  a:hover { color: crimson; }
  button:focus, button:focus-visible { outline: 4px auto -webkit-focus-ring-color; }
`;

const chat = (
  <div style={{ inlineSize: 600, blockSize: 500 }}>
    <Chat />
  </div>
);
const linked = { id: "a", role: "assistant", content: "See [it](https://a.example)." } as const;

test("hover styles of an application change no link in a chat", async () => {
  render(chat, { wrapper: withMessages(linked) });
  const link = screen.getByRole("link", { name: "it" });
  await userEvent.hover(link);
  expect(link.matches(":hover")).toBe(true);
  const { color } = getComputedStyle(link);
  addStyles(template);
  expect(getComputedStyle(link).color).toBe(color);
});

test("focus styles of an application change no focus ring in a chat", async () => {
  addStyles(template);
  render(chat, { wrapper: withMessages(linked) });
  const button = await screen.findByRole("button", { name: "Copy message" });
  screen.getByRole("link", { name: "it" }).focus();
  await userEvent.tab();
  expect(button).toHaveFocus();
  const { outlineStyle, outlineWidth } = getComputedStyle(button);
  expect([outlineStyle, outlineWidth]).toEqual(["solid", "2px"]);
});

test("the focus ring of the text field is around the composer", async () => {
  render(chat, { wrapper: withMessages(linked) });
  const field = screen.getByRole("textbox");
  await userEvent.click(field);
  await userEvent.keyboard("a");
  expect(field.matches(":focus-visible")).toBe(true);
  expect(getComputedStyle(field).outlineStyle).toBe("none");
  expect(getComputedStyle(field.closest("form") as Element).outlineStyle).toBe("solid");
});
