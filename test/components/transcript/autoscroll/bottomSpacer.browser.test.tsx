import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import {
  endButton,
  growAnswer,
  sampleTurns,
  scrollChat,
  startAnswer,
  waitFrames,
  wheel,
} from "./scrollChat.tsx";

/** Renders a chat with `anchor="sent-message"` in which a message was just sent. */
async function sendMessage(history = sampleTurns(10), text = "And now?") {
  const chat = await scrollChat(history, { anchor: "sent-message" });
  await userEvent.fill(screen.getByRole("textbox"), text);
  await userEvent.keyboard("{Enter}");
  await startAnswer(chat.agent);
  const sent = chat.thread.getSnapshot().messages.findLast(({ role }) => role === "user");
  const id = sent?.id ?? "";
  await waitFrames(5);
  return { ...chat, id, screenTop: () => chat.below(id) };
}

describe("a sent question", () => {
  test("moves to the top and stays there while the answer grows and when the run ends", async () => {
    const { agent, thread, log, screenTop } = await sendMessage();
    await waitFor(() => expect(screenTop()).toBe(24));
    const height = log.scrollHeight;
    for (let times = 0; times < 3; times++) {
      await growAnswer(agent, 2);
      expect(screenTop()).toBe(24);
      expect(Math.abs(log.scrollHeight - height)).toBeLessThanOrEqual(1);
    }
    expect(endButton()).toBeNull();
    const { threadId, runId } = agent.inputs[0] as { threadId: string; runId: string };
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    await screen.findByText(/^Well/);
    await waitFrames(10);
    expect(screenTop()).toBe(24);
  });

  test("stays when the answer exceeds the view, and the end is followed once the user scrolls there", async () => {
    const { agent, distance, screenTop } = await sendMessage();
    await growAnswer(agent, 30);
    await growAnswer(agent, 30);
    expect(screenTop()).toBe(24);
    await waitFor(() => expect(endButton()).toHaveAccessibleName("Scroll to the end"));
    await userEvent.click(endButton() as HTMLElement);
    await waitFor(() => expect(distance()).toBe(0));
    await growAnswer(agent, 10);
    expect(distance()).toBe(0);
  });

  test("moves to the top in a new thread without scrollable content", async () => {
    const { agent, log, screenTop } = await sendMessage([]);
    await waitFor(() => expect(screenTop()).toBe(24));
    expect(log.scrollHeight).toBe(log.clientHeight);
    await growAnswer(agent, 40);
    expect(screenTop()).toBe(24);
  });

  test("leaves half of the view to the answer when it is tall", async () => {
    const { log, screenTop } = await sendMessage(sampleTurns(10), "Line\n".repeat(40));
    await waitFor(() => expect(screenTop()).toBeLessThan(-200));
    const answer = screen.getByText(/^Well/).getBoundingClientRect();
    expect(answer.bottom).toBeLessThan(log.getBoundingClientRect().bottom);
  });

  test("stays in place when the page, the content above or the composer changes", async () => {
    const { agent, box, screenTop } = await sendMessage();
    await waitFor(() => expect(screenTop()).toBe(24));
    box.style.inlineSize = "320px";
    await waitFrames(5);
    expect(screenTop()).toBe(24);
    const late = document.createElement("div");
    late.style.blockSize = "200px";
    document.querySelector("[data-message-id=a9]")?.append(late);
    await waitFrames(5);
    expect(screenTop()).toBe(24);
    box.style.blockSize = "640px";
    await waitFrames(5);
    expect(screenTop()).toBe(24);
    await userEvent.fill(screen.getByRole("textbox"), "1\n2\n3\n4\n5");
    await waitFrames(5);
    expect(screenTop()).toBe(24);
    await growAnswer(agent, 3);
    expect(screenTop()).toBe(24);
  });

  test("yields to a visible end when a keyboard opens, and returns with it", async () => {
    const { agent, box, log, screenTop } = await sendMessage();
    // Lines of whole pixels, as positions are rounded to them.
    box.style.setProperty("--agk-font-size", "15px");
    await growAnswer(agent, 8);
    expect(screenTop()).toBe(24);
    const end = () =>
      (document.querySelector(".agk-messages")?.getBoundingClientRect().bottom ?? 0) -
      log.getBoundingClientRect().bottom;
    expect(end()).toBeLessThan(0);
    box.style.blockSize = "260px";
    await waitFor(() => expect(screenTop()).toBeLessThan(0));
    await waitFor(() => expect(Math.abs(end())).toBeLessThanOrEqual(1));
    box.style.blockSize = "500px";
    await waitFor(() => expect(screenTop()).toBe(24));
    await growAnswer(agent, 20);
    expect(screenTop()).toBe(24);
  });

  test("does not move a user who reads further up", async () => {
    const { agent, log, screenTop } = await sendMessage();
    await wheel(log, -400);
    await waitFor(() => expect(screenTop()).toBeGreaterThan(200));
    await waitFrames(20);
    const where = screenTop();
    await growAnswer(agent, 3);
    expect(screenTop()).toBe(where);
    await wheel(log, 2000);
    await waitFor(() => expect(screenTop()).toBe(24));
    await waitFrames(20);
    await growAnswer(agent, 30);
    expect(screenTop()).toBe(24);
  });

  test("moves to the top again when it is regenerated", async () => {
    const { agent, thread, screenTop } = await sendMessage();
    await growAnswer(agent, 30);
    const { threadId, runId } = agent.inputs[0] as { threadId: string; runId: string };
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    await userEvent.click(endButton() as HTMLElement);
    void thread.regenerate();
    await startAnswer(agent, "again");
    await waitFor(() => expect(screenTop()).toBe(24));
  });

  test("leaves no spacer in another thread", async () => {
    const { log, show, distance } = await sendMessage();
    expect((log.lastElementChild as HTMLElement).offsetHeight).toBeGreaterThan(50);
    const other = createThread({
      ...{ agent: manualAgent(), threadId: "two" },
      initialMessages: sampleTurns(10, "other "),
    });
    show(other);
    await screen.findByText("other Question 9");
    expect((log.lastElementChild as HTMLElement).offsetHeight).toBe(0);
    await waitFor(() => expect(distance()).toBe(0));
  });
});
