import "../../../src/styles/index.css";
import { render } from "@testing-library/react";
import type { CSSProperties, ReactElement } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar } from "../../../src/components/chat/ChatSidebar.tsx";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { trip } from "../../../stories/fixtures.ts";
import { withMessages } from "../withMessages.tsx";

/** How large the text of the composer is, and how far it is from the edge of its field, in CSS pixels. */
function density(ui: ReactElement, inlineSize = 700, host: Record<string, string> = {}) {
  const { container } = render(<div style={{ inlineSize, blockSize: 500, ...host }}>{ui}</div>, {
    wrapper: withMessages(...trip),
  });
  const field = container.querySelector("textarea");
  if (!field) throw new Error("no composer");
  const { fontSize, paddingInlineStart } = getComputedStyle(field);
  return { text: parseFloat(fontSize), space: parseFloat(paddingInlineStart) };
}

const comfortable = { text: 15, space: 12 };
const compact = { text: expect.closeTo(14, 0), space: 9 };

test("a chat is comfortable where there is room, and compact where an application says so", () => {
  expect(density(<Chat />)).toEqual(comfortable);
  expect(density(<Chat density="compact" />)).toEqual(compact);
});

test("a narrow one is compact by itself, whatever the width of the page", () => {
  expect(density(<Chat />, 300)).toEqual(compact);
  expect(innerWidth).toBeGreaterThan(340);
});

test("a narrow one stays comfortable where an application says so", () => {
  expect(density(<Chat density="comfortable" />, 300)).toEqual(comfortable);
});

test("in a narrow one there is room to write beside all that a composer can have", async () => {
  const dictation = { start: () => new Promise<void>(() => {}) };
  const { container } = render(
    <div style={{ inlineSize: 300, blockSize: 500 }}>
      <Chat attachments={{ record: true }} dictation={dictation} />
    </div>,
    { wrapper: withMessages(...trip) },
  );
  await vi.waitFor(() => expect(container.querySelectorAll(".agk-composer-tool")).toHaveLength(3));
  expect(container.querySelector("textarea")?.clientWidth).toBeGreaterThan(150);
});

test("the nearest place that says it counts, also for parts of their own", () => {
  const within = (ui: ReactElement) => <div data-density="compact">{ui}</div>;
  expect(density(within(<Composer />))).toEqual(compact);
  expect(density(within(<Chat />))).toEqual(compact);
  expect(density(within(<Chat density="comfortable" />))).toEqual(comfortable);
});

test("what stands above the composer is as wide as it, and as large, however close things stand", () => {
  for (const [ui, width] of [
    [<Chat key="a" suggestions={{ static: ["And then?"] }} />, 900],
    [<Chat key="b" suggestions={{ static: ["And then?"] }} density="compact" />, 900],
    [<Chat key="c" suggestions={{ static: ["And then?"] }} />, 300],
  ] as const) {
    const { container, unmount } = render(
      <div style={{ inlineSize: width, blockSize: 500 }}>{ui}</div>,
      { wrapper: withMessages(...trip) },
    );
    const [row, form] = [".agk-suggestion-row", ".agk-composer"].map((selector) => {
      const element = container.querySelector(selector);
      if (!element) throw new Error(`no ${selector}`);
      const { left, width } = element.getBoundingClientRect();
      return { left, width, fontSize: getComputedStyle(element).fontSize };
    });
    expect(row).toEqual(form);
    unmount();
  }
});

test("a size that the application has set is kept, and only scaled", () => {
  const host = { "--agk-font-size": "20px" };
  expect(density(<Chat />, 700, host).text).toBe(20);
  expect(density(<Chat density="comfortable" />, 700, host).text).toBe(20);
  expect(density(<Chat />, 300, host).text).toBeCloseTo(18.6, 1);
});

test("a step of distances that the application has set is kept, and only scaled", () => {
  const host = { "--agk-space": "6px" };
  expect(density(<Chat />, 700, host).space).toBe(18);
  expect(density(<Chat density="comfortable" />, 700, host).space).toBe(18);
  expect(density(<Chat density="compact" />, 700, host).space).toBe(13.5);
  expect(density(<Chat />, 300, host).space).toBe(13.5);
  expect(density(<Chat />, 700, { "--agk-scale": "2" }).text).toBe(30);
  expect(density(<Chat density="compact" />, 700, { "--agk-scale": "2" }).text).toBeCloseTo(27.9);
});

test.each([
  ["popup", <ChatPopup defaultOpen density="compact" key="1" />, 12],
  ["popup", <ChatPopup defaultOpen density="comfortable" key="2" />, 16],
  ["sidebar", <ChatSidebar defaultOpen density="compact" key="3" />, 12],
  ["sidebar", <ChatSidebar defaultOpen key="4" />, 16],
])("the title of a %s stands as close as its chat", (_name, ui, space) => {
  const { container } = render(ui, { wrapper: withMessages(...trip) });
  const title = container.querySelector(".agk-title") as Element;
  expect(getComputedStyle(title).paddingInlineStart).toBe(`${space}px`);
});

test("the title of a narrow popup is as compact as its chat, and the popup clears its button", async () => {
  const { innerWidth, innerHeight } = window;
  await page.viewport(1024, 768);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  const { container } = render(
    <div style={{ "--agk-popup-width": "300px" } as CSSProperties}>
      <ChatPopup defaultOpen density="compact" key="1" />
      <ChatPopup defaultOpen key="2" />
    </div>,
    { wrapper: withMessages(...trip) },
  );
  for (const title of container.querySelectorAll(".agk-title")) {
    expect(getComputedStyle(title).paddingInlineStart).toBe("12px");
  }
  const [button] = container.querySelectorAll(".agk-launcher");
  const [popup] = container.querySelectorAll(".agk-popup");
  const edge = popup?.getBoundingClientRect().bottom ?? Number.NaN;
  expect(edge).toBeLessThan(button?.getBoundingClientRect().top ?? Number.NaN);
});
