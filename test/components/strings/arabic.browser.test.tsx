import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { arabicStrings as words } from "../../../src/components/strings/ar.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/steps.ts";
import { asksIn, talkIn } from "../../../stories/languages.ts";
import { foreignWords } from "./foreignWords.ts";

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
  const thread = createThread({ agent: scriptedAgent(...scripts), initialMessages: talkIn("ar") });
  render(
    <main style={{ blockSize: 690 }}>
      <ThreadProvider thread={thread}>
        <Chat strings={words} />
      </ThreadProvider>
    </main>,
  );
  await screen.findAllByRole("button", { name: words.actions.copy });
  await screen.findByText("كاسيلياس", { exact: false });
  return thread;
}

const asking = (): Script => {
  const { events, interrupts } = asksIn("ar");
  return [runStarted(), events, runFinished({ outcome: { type: "interrupt", interrupts } })];
};

const boxOf = (element: Element | null | undefined): DOMRect => {
  if (!element) throw new Error("There is no such element.");
  return element.getBoundingClientRect();
};
const directionOf = (element: Element | null) => element && getComputedStyle(element).direction;

/** Where the sign of a button points, which is drawn as one that points to the right. */
function pointsTo(button: HTMLElement): "left" | "right" {
  const drawn = button.querySelector("svg")?.getScreenCTM();
  if (!drawn) throw new Error("There is no sign.");
  return drawn.a < 0 ? "left" : "right";
}

async function openAll() {
  for (const summary of document.querySelectorAll<HTMLElement>("details:not([open]) > summary")) {
    summary.click();
  }
  await waitFor(() => expect(document.querySelector("details:not([open])")).toBeNull());
}

/** What reaches beyond the chat and cannot be scrolled to in a box of its own. */
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

describe("a chat in Arabic, from the right", () => {
  test("is mirrored: the person at the left, the agent at the right, the way out at the left", async () => {
    await renderChat(1024, textRun("نعم"));
    const column = boxOf(document.querySelector("[data-role=assistant] .agk-markdown"));
    const bubble = boxOf(document.querySelector(".agk-bubble"));
    expect(bubble.left).toBeLessThan(column.left + 2);
    expect(bubble.right).toBeLessThan(column.right - 100);
    const paragraph = screen.getByText(/السبت هو اليوم/);
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    expect(column.right - range.getBoundingClientRect().right).toBeLessThan(2);
    const send = screen.getByRole("button", { name: words.send });
    const field = screen.getByRole("textbox", { name: words.composerLabel });
    expect(boxOf(send).right).toBeLessThanOrEqual(boxOf(field).left + 1);
    const marker = boxOf(screen.getByText("غداء على النهر").closest("li"));
    expect(column.right - marker.right).toBeGreaterThan(15);
  });

  test("turns what points, and nothing else", async () => {
    await renderChat(1024, textRun("نعم", { messageId: "again" }));
    const chevron = document.querySelector("details:not([open]) > summary [data-icon=chevron]");
    expect(chevron && getComputedStyle(chevron).rotate).toBe("180deg");
    const plain = document.querySelector(".agk-send svg");
    expect(plain && getComputedStyle(plain).rotate).toBe("none");

    const again = screen.getAllByRole("button", { name: words.actions.regenerate }).at(-1);
    await userEvent.click(again as HTMLElement);
    const picker = await screen.findByRole("group", { name: words.branches.version(2, 2) });
    expect(picker).toHaveTextContent("2 من 2");
    const previous = within(picker).getByRole("button", { name: words.branches.previous });
    const next = within(picker).getByRole("button", { name: words.branches.next });
    expect(boxOf(previous).left).toBeGreaterThan(boxOf(next).right - 1);
    expect(pointsTo(next)).toBe("left");
    expect(pointsTo(previous)).toBe("right");
    document.documentElement.dir = "ltr";
    // It turns there.
    await expect.poll(() => pointsTo(next)).toBe("right");
    await expect.poll(() => pointsTo(previous)).toBe("left");
  });

  test("leaves code as it is, and gives each text the direction of its words", async () => {
    const thread = await renderChat(1024, textRun("Take the ferry at ten."));
    expect(directionOf(document.querySelector(".agk-code pre"))).toBe("ltr");
    await openAll();
    const directionsOf = (selector: string) =>
      [...document.querySelectorAll(`.agk-tool-call ${selector}`)].map(directionOf);
    expect(directionsOf(".agk-source")).toEqual(["ltr", "ltr", "ltr"]);
    expect(directionsOf(".agk-plain")).toEqual(["rtl"]);
    const mixed = screen.getByText(/plan \(2\)\.pdf/, { selector: ".agk-bubble" });
    expect(directionOf(mixed)).toBe("rtl");

    await thread.send("How do we get there?");
    const english = await screen.findByText("How do we get there?", { selector: ".agk-bubble" });
    expect(directionOf(english)).toBe("ltr");
    // Whose message it is does not depend on its language.
    expect(Math.abs(boxOf(english).left - boxOf(mixed).left)).toBeLessThan(2);
    const answer = await screen.findByText("Take the ferry at ten.");
    expect(directionOf(answer)).toBe("ltr");
  });

  test.each([320, 1024])("fits, and has no violation, %i pixels wide", async (width) => {
    const thread = await renderChat(width, asking());
    await openAll();
    await thread.run();
    await screen.findByRole("button", { name: words.interrupt.approve });
    await screen.findByRole("spinbutton");
    expect(overflowing()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectNoViolations();
  });

  test("says every word in Arabic, whatever the agent does", async () => {
    const thread = await renderChat(1024, asking());
    await openAll();
    // What the talk itself says, and the language of its code.
    const own = ["example.com", "plan (2).pdf", "sh"];
    expect(foreignWords("body main *")).toEqual(own);
    await thread.run();
    const form = (await screen.findByRole("spinbutton")).closest("form") as HTMLElement;
    await userEvent.click(within(form).getByRole("button", { name: words.interrupt.send }));
    await within(form).findAllByText(words.form.required);
    await userEvent.click(screen.getByRole("button", { name: words.interrupt.deny }));
    await screen.findByRole("textbox", { name: words.interrupt.denyReason });
    await screen.findByText(words.interrupt.fileLimit(words.interrupt.fileSize(10 * 1024 ** 2)));
    expect(
      foreignWords("body main *").filter((word) => !own.includes(word) && word !== "JSON."),
    ).toEqual([]);
  });

  test("says in Arabic what went wrong, and what waits", async () => {
    const thread = await renderChat(1024, [runStarted()]);
    await thread.send("إلى الأمام");
    await screen.findByText(words.errors.incomplete, { selector: ".agk-error *" });
    expect(foreignWords("body main *")).toEqual(["example.com", "plan (2).pdf", "sh"]);
  });
});
