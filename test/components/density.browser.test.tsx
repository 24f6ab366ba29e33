import "../../src/styles/index.css";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { Chat } from "../../src/components/Chat.tsx";
import { Composer } from "../../src/components/Composer.tsx";
import { trip } from "../../stories/fixtures.ts";
import { withMessages } from "./settled.tsx";

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

test("the nearest place that says it counts, also for parts of their own", () => {
  const within = (ui: ReactElement) => <div data-density="compact">{ui}</div>;
  expect(density(within(<Composer />))).toEqual(compact);
  expect(density(within(<Chat />))).toEqual(compact);
  expect(density(within(<Chat density="comfortable" />))).toEqual(comfortable);
});

test("a size that the application has set is kept, and only scaled", () => {
  const host = { "--agk-font-size": "20px" };
  expect(density(<Chat />, 700, host).text).toBe(20);
  expect(density(<Chat density="comfortable" />, 700, host).text).toBe(20);
  expect(density(<Chat />, 300, host).text).toBeCloseTo(18.6, 1);
});
