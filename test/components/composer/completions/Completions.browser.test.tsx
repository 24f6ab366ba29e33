import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cdp, userEvent } from "vitest/browser";
import { Chat } from "../../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import { messageField } from "../../chatElements.ts";
import { activeOption, renderCompletions } from "./renderCompletions.tsx";

afterEach(() => {
  document.documentElement.removeAttribute("dir");
});

const many = Array.from({ length: 60 }, (_, place) => ({
  id: String(place),
  label: `Person ${place + 1}`,
  description: "Somebody with a very long description that cannot stand on one line",
}));
const mentions = [{ trigger: "@", label: "People", items: many }];

function renderChat(width: number, height = 480, below = 0) {
  const thread = createThread({ agent: manualAgent() });
  render(
    <div style={{ inlineSize: width, blockSize: height, marginBlockStart: below }}>
      <ThreadProvider thread={thread}>
        <Chat completions={mentions} title="Trips" />
      </ThreadProvider>
    </div>,
  );
}

const box = (selector: string) => {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return element.getBoundingClientRect();
};

test.each([
  ["ltr", 300, 480, 0],
  ["rtl", 300, 480, 0],
  ["ltr", 320, 260, 0],
  ["rtl", 800, 480, 0],
  // More room around the chat than inside.
  ["ltr", 320, 170, 250],
] as const)(
  "%s, %i × %i, %i below the top: the menu scrolls inside the chat",
  async (dir, width, height, below) => {
    document.documentElement.dir = dir;
    renderChat(width, height, below);
    await userEvent.type(messageField(), "@");
    await screen.findByRole("listbox");
    const [menu, chat] = [box(".agk-completions"), box(".agk-chat")];
    expect(menu.left).toBeGreaterThanOrEqual(chat.left);
    expect(menu.right).toBeLessThanOrEqual(chat.right);
    expect(menu.top).toBeGreaterThanOrEqual(chat.top);
    expect(menu.bottom).toBeLessThanOrEqual(box(".agk-textarea").top);
    expect(menu.height).toBeGreaterThan(60);
    const scroller = document.querySelector(".agk-completions") as HTMLElement;
    expect(scroller.scrollWidth).toBe(scroller.clientWidth);
    expect(scroller.scrollHeight).toBeGreaterThan(scroller.clientHeight);
  },
);

test("the active option stays visible, also when the selection wraps, and the page does not scroll", async () => {
  renderChat(320);
  await userEvent.type(messageField(), "@");
  await screen.findByRole("listbox");
  const isSeen = () => {
    const line = box("[aria-selected=true]");
    const menu = box(".agk-completions");
    return line.top >= menu.top && line.bottom <= menu.bottom;
  };
  await userEvent.keyboard("{ArrowUp}");
  await waitFor(() => expect(activeOption()).toContain("Person 60"));
  expect(isSeen()).toBe(true);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}");
  await waitFor(() => expect(activeOption()).toContain("Person 4"));
  expect(isSeen()).toBe(true);
  expect(scrollY).toBe(0);
});

test("the menu opens downwards at the top of a page", async () => {
  renderCompletions(mentions);
  await userEvent.type(messageField(), "@");
  await screen.findByRole("listbox");
  expect(box(".agk-completions").top).toBeGreaterThanOrEqual(box(".agk-composer").bottom);
  expect(box(".agk-completions").bottom).toBeLessThanOrEqual(innerHeight);
});

test("tapping an item accepts it and keeps the focus in the field", async () => {
  renderChat(320);
  await userEvent.type(messageField(), "Ask @");
  const option = await screen.findByRole("option", { name: /Person 2 / });
  const left: Event[] = [];
  messageField().addEventListener("blur", (event) => left.push(event));
  const { left: x, top: y, width, height } = option.getBoundingClientRect();
  const frame =
    window.frameElement?.getBoundingClientRect() ?? document.body.getBoundingClientRect();
  const scale = frame.width / innerWidth;
  const session = cdp() as { send(method: string, params: object): Promise<unknown> };
  const touchPoints = [
    { x: frame.left + scale * (x + width / 2), y: frame.top + scale * (y + height / 2) },
  ];
  const touches: Event[] = [];
  option.addEventListener("touchstart", (event) => touches.push(event), { passive: true });
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await waitFor(() => expect(touches).toHaveLength(1));
  await waitFor(() => expect(messageField()).toHaveValue("Ask @Person 2 "));
  expect(left).toEqual([]);
  expect(messageField()).toHaveFocus();
});

test("accepting an item can be undone", async () => {
  renderCompletions(mentions);
  await userEvent.type(messageField(), "Ask @");
  await screen.findByRole("listbox");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(messageField()).toHaveValue("Ask @Person 1 "));
  await userEvent.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(messageField()).toHaveValue("Ask @"));
});
