import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { textRun } from "../../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../../src/testing/scriptedAgent.ts";
import {
  answering,
  drag,
  endButton,
  fling,
  growAnswer,
  mouse,
  painted,
  rowOf,
  sampleTurns,
  scrollChat,
  scrollEnd,
  waitFrames,
  wheel,
} from "./scrollChat.tsx";

async function press(log: HTMLElement, keys: string): Promise<void> {
  log.focus();
  await userEvent.keyboard(keys);
}

const copyButton = (nth: number) =>
  screen.getAllByRole("button", { name: "Copy message" })[nth] as HTMLElement;

/** Loads a font, which lays out all text again. */
async function loadFont({ box }: Answering): Promise<void> {
  box.style.fontFamily = "Late, serif";
  const height = rowOf("a19").offsetHeight;
  const files = ["DejaVu Sans", "Liberation Sans", "Arial"].map((name) => `local("${name}")`);
  // Glyphs larger by half differ from those of every other font.
  const font = new FontFace("Late", files.join(), { sizeAdjust: "150%" } as FontFaceDescriptors);
  document.fonts.add(await font.load());
  await waitFor(() => expect(rowOf("a19").offsetHeight).toBeGreaterThan(height));
}

type Answering = Awaited<ReturnType<typeof answering>>;

describe("following the end, when the user moves up,", () => {
  test.each<[string, (chat: Answering) => Promise<unknown>]>([
    ["the mouse wheel", ({ log }) => wheel(log, -120)],
    ["a touch drag", ({ log }) => drag(log, 150)],
    ["a touch fling", ({ log }) => fling(log, 180)],
    ["PageUp", ({ log }) => press(log, "{PageUp}")],
    ["Shift+Space", ({ log }) => press(log, "{Shift>}[Space]{/Shift}")],
    ["ArrowUp", ({ log }) => press(log, "{ArrowUp}")],
    ["Home", ({ log }) => press(log, "{Home}")],
    ["scrollIntoView of a row further up", async () => rowOf("u3").scrollIntoView()],
    ["focus on an element further up", async () => copyButton(3).focus()],
  ])("stops after %s", async (_how, move) => {
    const chat = await answering();
    const top = chat.log.scrollTop;
    await move(chat);
    await waitFor(() => expect(chat.log.scrollTop).toBeLessThan(top - 20));
    await waitFor(() => expect(chat.log).not.toHaveAttribute("data-following"));
    await scrollEnd(chat.log);
    const rows = [...chat.log.querySelectorAll("article")];
    const edge = chat.log.getBoundingClientRect().top;
    const read = rows.find((row) => row.getBoundingClientRect().bottom > edge) as HTMLElement;
    const screenTop = read.getBoundingClientRect().top;
    await growAnswer(chat.agent);
    await growAnswer(chat.agent);
    expect(Math.abs(read.getBoundingClientRect().top - screenTop)).toBeLessThanOrEqual(1);
  });
});

describe("following the end, when the content changes,", () => {
  test.each<[string, (chat: Answering) => unknown]>([
    [
      "an image further up that loads late",
      () => {
        const image = document.createElement("img");
        image.src =
          "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='300'/>";
        rowOf("a19").append(image);
      },
    ],
    [
      "an image at the end that loads late",
      () => {
        const image = document.createElement("img");
        image.src =
          "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='300'/>";
        rowOf("m").append(image);
      },
    ],
    ["a font that loads late", loadFont],
    ["a larger font", ({ box }) => box.style.setProperty("--agk-font-size", "22px")],
    ["a smaller font", ({ box }) => box.style.setProperty("--agk-font-size", "11px")],
    ["a narrower page", ({ box }) => (box.style.inlineSize = "300px")],
    ["a keyboard", ({ box }) => (box.style.blockSize = "260px")],
    [
      "a page that scrolls smoothly",
      ({ log }) => {
        log.style.scrollBehavior = "smooth";
      },
    ],
    [
      "a card that an agent opens",
      () => {
        const card = document.createElement("details");
        card.innerHTML = "<summary>Card</summary><p style='block-size:250px'>Inside</p>";
        rowOf("a19").append(card);
        card.open = true;
      },
    ],
  ])("continues after %s", async (_what, happen) => {
    const chat = await answering();
    await happen(chat);
    await waitFrames(20);
    await waitFor(() => expect(chat.distance()).toBe(0));
    expect(chat.log).toHaveAttribute("data-following");
    await growAnswer(chat.agent);
    expect(chat.distance()).toBe(0);
    expect(endButton()).toBeNull();
  });

  test("content that shrinks as a run starts and grows within the frame", async () => {
    const agent = scriptedAgent(textRun("It goes on. ".repeat(40)));
    const { thread, log, distance } = await scrollChat(sampleTurns(20), {}, { agent });
    const height = log.scrollHeight;
    await painted();
    // Measuring in a mutation observer makes the browser scroll up where content has shrunk.
    const heights: number[] = [];
    const measuring = new MutationObserver(() => heights.push(log.scrollHeight));
    measuring.observe(log, { childList: true, subtree: true });
    // The actions of the last answer unmount.
    const ended = thread.run();
    await ended;
    await waitFrames(5);
    measuring.disconnect();
    expect(Math.min(...heights)).toBeLessThan(height);
    expect(log.scrollHeight).toBeGreaterThan(height);
    expect(distance()).toBe(0);
    expect(log).toHaveAttribute("data-following");
  });

  test("growing content does not move a selection in progress, and is followed afterwards", async () => {
    const { agent, log, distance } = await answering();
    const text = rowOf("m").querySelector("p") as HTMLElement;
    const line = rowOf("m").querySelectorAll("p")[1] ?? text;
    await mouse("mousePressed", log, 40);
    await mouse("mouseMoved", log, 80);
    await waitFor(() => expect(String(getSelection())).not.toBe(""));
    const selected = String(getSelection());
    const screenTop = line.getBoundingClientRect().top;
    await growAnswer(agent);
    expect(Math.abs(line.getBoundingClientRect().top - screenTop)).toBeLessThanOrEqual(1);
    expect(String(getSelection())).toBe(selected);
    await mouse("mouseReleased", log, 80);
    await waitFor(() => expect(distance()).toBe(0));
    await growAnswer(agent);
    expect(distance()).toBe(0);
    expect(String(getSelection())).toBe(selected);
  });

  test("a context menu moves nothing and blocks nothing", async () => {
    const { agent, log, distance } = await answering();
    await mouse("mousePressed", log, 40, "right");
    await mouse("mouseReleased", log, 40, "right");
    await growAnswer(agent);
    expect(distance()).toBe(0);
    expect(log).toHaveAttribute("data-following");
    // Some platforms fire no `pointerup`, because the menu receives it.
    await mouse("mousePressed", log, 40, "right");
    await growAnswer(agent);
    expect(distance()).toBe(0);
  });

  test("sending a queued message does not move a user who reads", async () => {
    const { agent, thread, log } = await answering();
    void thread.send("And now?", { whenBusy: "queue" });
    await screen.findByText("And now?");
    await wheel(log, -600);
    await waitFor(() => expect(endButton()).toBeVisible());
    await waitFrames(20);
    const top = log.scrollTop;
    await agent.emit({ type: "TEXT_MESSAGE_END", messageId: "m" }, {
      type: "RUN_FINISHED",
    } as never);
    await agent.finish();
    await waitFor(() => expect(thread.getSnapshot().queue).toEqual([]));
    await waitFor(() => expect(screen.getByText("And now?").closest("article")).not.toBeNull());
    await waitFrames(5);
    expect(Math.abs(log.scrollTop - top)).toBeLessThanOrEqual(1);
  });
});

describe("the button to the end", () => {
  test("counts answers that started below the view, and no tokens", async () => {
    const { agent, log } = await answering();
    await wheel(log, -1500);
    await waitFor(() => expect(endButton()).toHaveAccessibleName("Scroll to the end"));
    await growAnswer(agent);
    expect(endButton()).toHaveAccessibleName("Scroll to the end");
    await agent.emit({
      type: "TEXT_MESSAGE_CHUNK",
      messageId: "n",
      role: "assistant",
      delta: "More",
    });
    await waitFor(() =>
      expect(endButton()).toHaveAccessibleName("Scroll to the end, 1 new message"),
    );
    await agent.emit({
      type: "TEXT_MESSAGE_CHUNK",
      messageId: "o",
      role: "assistant",
      delta: "More",
    });
    await waitFor(() =>
      expect(endButton()).toHaveAccessibleName("Scroll to the end, 2 new messages"),
    );
    expect(endButton()).toHaveTextContent("2");
    // The announcer announces each answer; the count is not announced as well.
    expect(document.querySelector(".agk-transcript [role=status]")).toBeNull();
    await userEvent.click(endButton() as HTMLElement);
    await waitFor(() => expect(endButton()).toBeNull());
    await wheel(log, -1500);
    await waitFor(() => expect(endButton()).toHaveAccessibleName("Scroll to the end"));
  });

  test("counts less as the user scrolls down", async () => {
    const { agent, log } = await answering();
    await wheel(log, -900);
    await waitFor(() => expect(endButton()).toBeVisible());
    for (const id of ["n", "o"]) {
      const delta = "A line.  \n".repeat(40);
      await agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: id, role: "assistant", delta });
    }
    await waitFor(() => expect(endButton()).toHaveAccessibleName(/2 new messages/));
    await waitFor(() => {
      rowOf("n").scrollIntoView();
      expect(endButton()).toHaveAccessibleName(/1 new message$/);
    });
  });
});
