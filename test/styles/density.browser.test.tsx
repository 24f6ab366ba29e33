import "../../src/styles/index.css";
import { render } from "@testing-library/react";
import type { CSSProperties, ReactElement } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar } from "../../src/components/chat/ChatSidebar.tsx";
import { Composer } from "../../src/components/composer/Composer.tsx";
import { trip } from "../../stories/fixtures.ts";
import { withMessages } from "../components/withMessages.tsx";

/** Measures the font size and the padding of the composer, in CSS pixels. */
function density(ui: ReactElement, inlineSize = 700, host: Record<string, string> = {}) {
  const { container } = render(<div style={{ inlineSize, blockSize: 500, ...host }}>{ui}</div>, {
    wrapper: withMessages(...trip),
  });
  const field = container.querySelector("textarea");
  if (!field) throw new Error("no composer");
  const { fontSize, paddingInlineStart } = getComputedStyle(field);
  return { text: parseFloat(fontSize), space: parseFloat(paddingInlineStart) };
}

const comfortable = { text: 16, space: 12 };
const compact = { text: expect.closeTo(14.9, 1), space: 9 };

test("a wide chat is comfortable by default, and compact with `density`", () => {
  expect(density(<Chat />)).toEqual(comfortable);
  expect(density(<Chat density="compact" />)).toEqual(compact);
});

test("a narrow chat is compact by default, whatever the width of the viewport", () => {
  expect(density(<Chat />, 300)).toEqual(compact);
  expect(innerWidth).toBeGreaterThan(340);
});

test("a narrow chat is comfortable with `density`", () => {
  expect(density(<Chat density="comfortable" />, 300)).toEqual(comfortable);
});

test("a narrow composer with all its buttons leaves space for the text", async () => {
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

test("the nearest `data-density` applies, also to single components", () => {
  const within = (ui: ReactElement) => <div data-density="compact">{ui}</div>;
  expect(density(within(<Composer />))).toEqual(compact);
  expect(density(within(<Chat />))).toEqual(compact);
  expect(density(within(<Chat density="comfortable" />))).toEqual(comfortable);
});

test("suggestions are as wide as the composer, with the same font size, in every density", () => {
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

test("`--agk-font-size` of the application is used, and scaled when compact", () => {
  const host = { "--agk-font-size": "20px" };
  expect(density(<Chat />, 700, host).text).toBe(20);
  expect(density(<Chat density="comfortable" />, 700, host).text).toBe(20);
  expect(density(<Chat />, 300, host).text).toBeCloseTo(18.6, 1);
});

test("`--agk-space` of the application is used, and scaled when compact", () => {
  const host = { "--agk-space": "6px" };
  expect(density(<Chat />, 700, host).space).toBe(18);
  expect(density(<Chat density="comfortable" />, 700, host).space).toBe(18);
  expect(density(<Chat density="compact" />, 700, host).space).toBe(13.5);
  expect(density(<Chat />, 300, host).space).toBe(13.5);
  expect(density(<Chat />, 700, { "--agk-scale": "2" }).text).toBe(32);
  expect(density(<Chat density="compact" />, 700, { "--agk-scale": "2" }).text).toBeCloseTo(29.76);
});

test.each([
  ["popup", <ChatPopup defaultOpen density="compact" key="1" />, 12],
  ["popup", <ChatPopup defaultOpen density="comfortable" key="2" />, 16],
  ["sidebar", <ChatSidebar defaultOpen density="compact" key="3" />, 12],
  ["sidebar", <ChatSidebar defaultOpen key="4" />, 16],
])("the header of a %s has the density of its chat", (_, ui, space) => {
  const { container } = render(ui, { wrapper: withMessages(...trip) });
  const header = container.querySelector(".agk-header") as Element;
  expect(getComputedStyle(header).paddingInlineStart).toBe(`${space}px`);
});

test("a narrow popup has a compact header, and does not cover its button", async () => {
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
  for (const header of container.querySelectorAll(".agk-header")) {
    expect(getComputedStyle(header).paddingInlineStart).toBe("12px");
  }
  const [button] = container.querySelectorAll(".agk-launcher");
  const [popup] = container.querySelectorAll(".agk-popup");
  const edge = popup?.getBoundingClientRect().bottom ?? Number.NaN;
  expect(edge).toBeLessThan(button?.getBoundingClientRect().top ?? Number.NaN);
});
