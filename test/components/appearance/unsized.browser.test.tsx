import "../../../src/styles/index.css";
import { render } from "@testing-library/react";
import type { CSSProperties } from "react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { withMessages } from "../withMessages.tsx";

/** How large a chat is in a page of 1,000 by 800 pixels, in a box that looks so. */
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

test("a chat whose box says nothing of its height is as high as a chat", () => {
  const { width, height } = sizeIn({});
  expect(width).toBe(1000);
  expect(height).toBeGreaterThan(480);
  expect(height).toBeLessThan(640);
});

test.each<[string, CSSProperties, CSSProperties]>([
  ["in the middle of a page", {}, { display: "flex", placeItems: "center" }],
  ["in the middle of a grid", {}, { display: "grid", placeItems: "center" }],
  ["in a box that floats", { float: "left" }, {}],
])("a chat %s, as wide as what is in it, can be seen", (_where, box, outer) => {
  const { width, height } = sizeIn(box, outer);
  expect(width).toBeGreaterThanOrEqual(320);
  expect(height).toBeGreaterThan(480);
});

test("a chat is as small as its box", () => {
  expect(sizeIn({ inlineSize: 240, blockSize: 300 })).toEqual({ width: 240, height: 300 });
});

test("a list of messages in a row is as narrow as that", () => {
  const { container } = render(
    <div style={{ display: "flex", inlineSize: 240, blockSize: 300 }}>
      <MessageList />
    </div>,
    { wrapper: withMessages() },
  );
  const list = container.querySelector(".agk-transcript") as Element;
  expect(list.getBoundingClientRect().width).toBe(240);
});
