import "../../src/styles/index.css";
import { render } from "@testing-library/react";
import type { CSSProperties } from "react";
import { expect, test } from "vitest";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { MessageList } from "../../src/components/transcript/MessageList.tsx";
import { withMessages } from "../components/withMessages.tsx";

/** Measures a chat inside a styled box in a container of 1,000 by 800 pixels. */
function sizeIn(box: CSSProperties, outer: CSSProperties = {}) {
  const { container } = render(
    <div style={{ inlineSize: 1000, blockSize: 800, ...outer }}>
      <div style={box}>
        <Chat />
      </div>
    </div>,
    { wrapper: withMessages() },
  );
  const chat = container.querySelector(".agk-chat") as Element;
  const { width, height } = chat.getBoundingClientRect();
  return { width, height };
}

test("a chat in a box without a height has a default height", () => {
  const { width, height } = sizeIn({});
  expect(width).toBe(1000);
  expect(height).toBeGreaterThan(480);
  expect(height).toBeLessThan(640);
});

test.each<[string, CSSProperties, CSSProperties]>([
  ["in a centering flex container", {}, { display: "flex", placeItems: "center" }],
  ["in a centering grid", {}, { display: "grid", placeItems: "center" }],
  ["in a floating box", { float: "left" }, {}],
])("a chat %s, which shrinks to its content, has a minimum size", (_, box, outer) => {
  const { width, height } = sizeIn(box, outer);
  expect(width).toBeGreaterThanOrEqual(320);
  expect(height).toBeGreaterThan(480);
});

test("a chat fits a small box", () => {
  expect(sizeIn({ inlineSize: 240, blockSize: 300 })).toEqual({ width: 240, height: 300 });
});

test("a MessageList in a flex row is as narrow as the row", () => {
  const { container } = render(
    <div style={{ display: "flex", inlineSize: 240, blockSize: 300 }}>
      <MessageList />
    </div>,
    { wrapper: withMessages() },
  );
  const list = container.querySelector(".agk-transcript") as Element;
  expect(list.getBoundingClientRect().width).toBe(240);
});
