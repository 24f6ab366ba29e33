import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { arabicStrings as strings } from "../../../src/components/strings/ar.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { conversationIn, questionsIn } from "../../../stories/strings/languages.ts";
import { findLatinWords } from "./findLatinWords.ts";

beforeEach(() => {
  document.documentElement.lang = "ar";
  document.documentElement.dir = "rtl";
});
afterEach(async () => {
  document.documentElement.removeAttribute("lang");
  document.documentElement.removeAttribute("dir");
  await page.viewport(1024, 768);
});

async function renderChat(width: number, ...scripts: readonly Script[]) {
  await page.viewport(width, 700);
  const thread = createThread({
    agent: scriptedAgent(...scripts),
    initialMessages: conversationIn("ar"),
  });
  render(
    <main style={{ blockSize: 690 }}>
      <ThreadProvider thread={thread}>
        <Chat strings={strings} />
      </ThreadProvider>
    </main>,
  );
  await screen.findAllByRole("button", { name: strings.actions.copy });
  await screen.findByText("كاسيلياس", { exact: false });
  return thread;
}

const interruptScript = (): Script => {
  const { events, interrupts } = questionsIn("ar");
  return [runStarted(), events, runFinished({ outcome: { type: "interrupt", interrupts } })];
};

const boxOf = (element: Element | null | undefined): DOMRect => {
  if (!element) throw new Error("There is no such element.");
  return element.getBoundingClientRect();
};
const directionOf = (element: Element | null) => element && getComputedStyle(element).direction;

/** Returns the direction of an icon whose path points to the right. */
function pointsTo(button: HTMLElement): "left" | "right" {
  const matrix = button.querySelector("svg")?.getScreenCTM();
  if (!matrix) throw new Error("There is no icon.");
  return matrix.a < 0 ? "left" : "right";
}

async function openAll() {
  for (const summary of document.querySelectorAll<HTMLElement>("details:not([open]) > summary")) {
    summary.click();
  }
  await waitFor(() => expect(document.querySelector("details:not([open])")).toBeNull());
}

/** Returns the elements that overflow the chat, outside of scrollable boxes. */
function overflowing(): string[] {
  const chat = boxOf(document.querySelector(".agk-chat"));
  return [...document.querySelectorAll(".agk-chat *:not(.agk-sr-only, .agk-sr-only *)")]
    .filter((element) => {
      if (element.closest("pre, .agk-table, svg")) return false;
      const { left, right, width } = boxOf(element);
      return width > 0 && (left < chat.left - 1 || right > chat.right + 1);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

async function expectNoViolations() {
  for (const animation of document.getAnimations())
    if (animation.effect?.getTiming().iterations === 1) animation.finish();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

describe("a chat in Arabic", () => {
  test("mirrors messages, send button and list markers", async () => {
    await renderChat(1024, textRun("نعم"));
    const column = boxOf(document.querySelector("[data-role=assistant] .agk-markdown"));
    const bubble = boxOf(document.querySelector(".agk-bubble"));
    expect(bubble.left).toBeLessThan(column.left + 2);
    expect(bubble.right).toBeLessThan(column.right - 100);
    const paragraph = screen.getByText(/السبت هو اليوم/);
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    expect(column.right - range.getBoundingClientRect().right).toBeLessThan(2);
    const send = screen.getByRole("button", { name: strings.send });
    const field = screen.getByRole("textbox", { name: strings.composerLabel });
    expect(boxOf(send).left - boxOf(field).left).toBeLessThan(10);
    const marker = boxOf(screen.getByText("غداء على النهر").closest("li"));
    expect(column.right - marker.right).toBeGreaterThan(15);
  });

  test("mirrors only icons with a direction", async () => {
    await renderChat(1024, textRun("نعم", { messageId: "again" }));
    const chevron = document.querySelector("details:not([open]) > summary [data-icon=chevron]");
    expect(chevron && getComputedStyle(chevron).rotate).toBe("180deg");
    const plain = document.querySelector(".agk-send svg");
    expect(plain && getComputedStyle(plain).rotate).toBe("none");

    const again = screen.getAllByRole("button", { name: strings.actions.regenerate }).at(-1);
    await userEvent.click(again as HTMLElement);
    const picker = await screen.findByRole("group", { name: strings.branches.version(2, 2) });
    expect(picker).toHaveTextContent("2 من 2");
    const previous = within(picker).getByRole("button", { name: strings.branches.previous });
    const next = within(picker).getByRole("button", { name: strings.branches.next });
    expect(boxOf(previous).left).toBeGreaterThan(boxOf(next).right - 1);
    expect(pointsTo(next)).toBe("left");
    expect(pointsTo(previous)).toBe("right");
    document.documentElement.dir = "ltr";
    // The rotation is animated.
    await expect.poll(() => pointsTo(next)).toBe("right");
    await expect.poll(() => pointsTo(previous)).toBe("left");
  });

  test("keeps code left to right and gives each text its own direction", async () => {
    const thread = await renderChat(1024, textRun("Take the ferry at ten."));
    expect(directionOf(document.querySelector(".agk-code pre"))).toBe("ltr");
    await openAll();
    for (const button of screen.getAllByRole("button", { name: /^JSON/ })) button.click();
    const directionsOf = (selector: string) =>
      [...document.querySelectorAll(`.agk-tool-call ${selector}`)].map(directionOf);
    await waitFor(() => expect(directionsOf(".agk-source")).toEqual(["ltr", "ltr", "ltr"]));
    expect(directionsOf(".agk-plain-text")).toEqual(["rtl"]);
    const mixed = screen.getByText(/plan \(2\)\.pdf/, { selector: ".agk-bubble" });
    expect(directionOf(mixed)).toBe("rtl");

    await thread.send("How do we get there?");
    const english = await screen.findByText("How do we get there?", { selector: ".agk-bubble" });
    expect(directionOf(english)).toBe("ltr");
    // The side of a message depends on its author, not on its language.
    expect(Math.abs(boxOf(english).left - boxOf(mixed).left)).toBeLessThan(2);
    const answer = await screen.findByText("Take the ferry at ten.");
    expect(directionOf(answer)).toBe("ltr");
  });

  test.each([320, 1024])("fits and has no accessibility violation at %i pixels", async (width) => {
    const thread = await renderChat(width, interruptScript());
    await openAll();
    await thread.run();
    await screen.findByRole("button", { name: strings.interrupt.approve });
    await screen.findByRole("spinbutton");
    expect(overflowing()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectNoViolations();
  });

  test("shows every text in Arabic", async () => {
    const thread = await renderChat(1024, interruptScript());
    await openAll();
    // Names in the conversation, the language of its code, and the names of formats.
    const own = ["CSV", "JSON", "Markdown", "example.com", "plan (2).pdf", "sh"];
    expect(findLatinWords("body main *")).toEqual(own);
    await thread.run();
    const form = (await screen.findByRole("spinbutton")).closest("form") as HTMLElement;
    await userEvent.click(within(form).getByRole("button", { name: strings.interrupt.send }));
    await within(form).findAllByText(strings.form.required);
    await userEvent.click(screen.getByRole("button", { name: strings.interrupt.deny }));
    await screen.findByRole("textbox", { name: strings.interrupt.denyReason });
    await screen.findByText(
      strings.interrupt.fileLimit(strings.interrupt.fileSize(10 * 1024 ** 2)),
    );
    expect(
      findLatinWords("body main *").filter((word) => !own.includes(word) && word !== "JSON."),
    ).toEqual([]);
  });

  test("shows errors in Arabic", async () => {
    const thread = await renderChat(1024, [runStarted()]);
    await thread.send("إلى الأمام");
    await screen.findByText(strings.errors.incomplete, { selector: ".agk-error *" });
    expect(findLatinWords("body main *")).toEqual([
      "CSV",
      "Markdown",
      "example.com",
      "plan (2).pdf",
      "sh",
    ]);
  });
});
