import "../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { trip } from "../../stories/fixtures.ts";
import { withMessages } from "../components/withMessages.tsx";

function setRootFontSize(size: string): void {
  document.documentElement.style.fontSize = size;
  onTestFinished(() => {
    document.documentElement.style.removeProperty("font-size");
  });
}

/** Measures the send button, the icon in it and the text, in CSS pixels, in a chat of 44 rem. */
function measure(style: React.CSSProperties = {}) {
  render(
    <div style={{ inlineSize: "44rem", blockSize: "44rem", ...style }}>
      <Chat suggestions={["Plan a weekend in Lisbon"]} />
    </div>,
    { wrapper: withMessages(...trip) },
  );
  const send = screen.getByRole("button", { name: "Send" });
  const log = screen.getByRole("log");
  return {
    button: send.getBoundingClientRect().width,
    icon: send.querySelector("svg")?.getBoundingClientRect().width,
    text: parseFloat(getComputedStyle(log).fontSize),
    overflow: log.scrollWidth - log.clientWidth,
  };
}

test.each([
  // Pages with a root font size of 10 pixels set all their own sizes in `rem`, and mean no smaller chat.
  ["62.5%", 1],
  ["16px", 1],
  ["200%", 2],
])("with a root font size of %s, text, icons and buttons are %d times as large", (size, factor) => {
  setRootFontSize(size);
  expect(measure()).toEqual({
    button: 34 * factor,
    icon: 16 * factor,
    text: 16 * factor,
    overflow: 0,
  });
});

test.each([{ "--agk-font-size": "32px" }, { "--agk-scale": "2" }])(
  "with %o on an element around a chat, text, icons and buttons are twice as large",
  (style) => {
    expect(measure(style as React.CSSProperties)).toEqual({
      button: 68,
      icon: 32,
      text: 32,
      overflow: 0,
    });
  },
);
