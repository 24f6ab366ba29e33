import { waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  answering,
  growAnswer,
  sampleTurns,
  scrollChat,
  scrollUp,
  startAnswer,
  waitFrames,
} from "./scrollChat.tsx";

/** Counts DOM searches and position reads. */
function countLooks(log: HTMLElement) {
  const looks = { searches: 0, places: 0 };
  // Only in the container of all rows.
  const search = (where: Element) => {
    if (where === log || where === log.firstElementChild) looks.searches += 1;
  };
  const { querySelector: one, querySelectorAll: all } = Element.prototype;
  vi.spyOn(Element.prototype, "querySelector").mockImplementation(function (
    this: Element,
    what: string,
  ) {
    search(this);
    return one.call(this, what);
  });
  vi.spyOn(Element.prototype, "querySelectorAll").mockImplementation(function (
    this: Element,
    what: string,
  ) {
    search(this);
    return all.call(this, what);
  });
  const measure = Element.prototype.getBoundingClientRect;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    looks.places += 1;
    return measure.call(this);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return looks;
}

test.each([20, 400])("scrolling up among %i turns causes no DOM search", async (count) => {
  const { agent, log } = await answering(sampleTurns(count));
  await scrollUp(log);
  await growAnswer(agent);
  const looks = countLooks(log);
  await growAnswer(agent, 5);
  for (let step = 0; step < 5; step++) {
    log.scrollTop += 3;
    await waitFrames(2);
  }
  expect(looks.searches).toBe(0);
  // At most the rows of a chunk or two for each event, however many others there are.
  expect(looks.places).toBeGreaterThan(0);
  expect(looks.places).toBeLessThan(1_500);
});

test.each([20, 400])("a question at the top after %i turns is searched once", async (count) => {
  const chat = await scrollChat(sampleTurns(count), { anchor: "sent-message" });
  void chat.thread.send("And now?");
  await startAnswer(chat.agent);
  const { id } = chat.thread.getSnapshot().messages.at(-2) as { id: string };
  await waitFor(() => expect(chat.below(id)).toBe(24));
  await waitFrames(5);
  const looks = countLooks(chat.log);
  await growAnswer(chat.agent, 3);
  await growAnswer(chat.agent, 3);
  expect(looks.searches).toBe(0);
  expect(looks.places).toBeLessThan(200);
});

test("the button to the end searches each new message once", async () => {
  const { agent, log } = await answering(sampleTurns(100));
  await scrollUp(log, 3_000);
  for (const messageId of ["n", "o"]) {
    await agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId, role: "assistant", delta: "More" });
  }
  await waitFor(() => expect(log.parentElement).toHaveTextContent(/2$/));
  log.scrollTop -= 3;
  await waitFrames(3);
  const looks = countLooks(log);
  for (let step = 0; step < 10; step++) {
    log.scrollTop -= 3;
    await waitFrames(2);
  }
  expect(looks.searches).toBe(0);
});
