import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { cdp } from "vitest/browser";
import { Chat, type ChatProps } from "../../../../src/components/chat/Chat.tsx";
import { MAX_UNWINDOWED, PAGE_ROWS } from "../../../../src/components/transcript/rowWindow.ts";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput, Message, RunAgentInput } from "../../../../src/protocol/events.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../../src/store/thread/thread.ts";
import type { ThreadOptions } from "../../../../src/store/thread/threadOptions.ts";
import { type ManualAgent, manualAgent } from "../../../../src/testing/manualAgent.ts";
import { waitForArticles } from "../../waitForArticles.ts";

/** Returns a conversation of this many turns. */
export function sampleTurns(count: number, prefix = ""): readonly Message[] {
  return Array.from({ length: count }, (_, n): Message[] => [
    { id: `${prefix}u${n}`, role: "user", content: `${prefix}Question ${n}` },
    {
      id: `${prefix}a${n}`,
      role: "assistant",
      content: `${prefix}Answer ${n}. ${"It depends on the weather. ".repeat(12)}`,
    },
  ]).flat();
}

/** Renders a chat of 400 × 500 pixels and returns its scrolling elements. */
export async function scrollChat(
  messages: readonly Message[],
  props: ChatProps = {},
  options: Partial<ThreadOptions> = {},
) {
  const agent = manualAgent();
  const thread = createThread({ agent, threadId: "one", initialMessages: messages, ...options });
  const chatWith = (shownThread: Thread) => (
    <div style={{ inlineSize: 400, blockSize: 500 }}>
      <ThreadProvider thread={shownThread}>
        <Chat {...props} />
      </ThreadProvider>
    </div>
  );
  const view = render(chatWith(thread));
  const box = view.container.firstElementChild as HTMLElement;
  const log = screen.getByRole("log");
  const distance = () => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
  await waitFor(() => expect(distance()).toBe(0));
  if (messages.length > PAGE_ROWS && messages.length <= MAX_UNWINDOWED)
    await waitForArticles(messages.length);
  await waitFrames(4);
  return {
    ...{ agent, thread, box, log, distance },
    show: (shownThread: Thread) => view.rerender(chatWith(shownThread)),
    unmount: view.unmount,
    /** Returns the distance of a message from the top of the transcript. */
    below: (id: string) =>
      Math.round(rowOf(id).getBoundingClientRect().top - log.getBoundingClientRect().top),
  };
}

/** Returns the rendered messages. */
export const articles = () => [...document.querySelectorAll<HTMLElement>("article")];

/** Returns the ids of the rendered messages. */
export const shownIds = () => articles().map(({ dataset }) => dataset.messageId);

export const rowOf = (id: string) =>
  document.querySelector(`[data-message-id="${id}"]`) as HTMLElement;

export const endButton = () => screen.queryByRole("button", { name: /^Scroll to the end/ });

const sendText = (messageId: string, delta: string) =>
  ({ type: "TEXT_MESSAGE_CHUNK", messageId, role: "assistant", delta }) as const;

/** Starts a run with a first token. */
export async function startAnswer(agent: ManualAgent, id = "m"): Promise<void> {
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, sendText(id, "Well. "));
  await waitFor(() => expect(rowOf(id)).toBeInTheDocument());
}

/** Renders a chat in which an answer streams, with its end in view. */
export async function answering(messages = sampleTurns(20), props: ChatProps = {}) {
  const chat = await scrollChat(messages, props);
  void chat.thread.run();
  await startAnswer(chat.agent);
  await growAnswer(chat.agent);
  await waitFor(() => expect(chat.distance()).toBe(0));
  return chat;
}

/** Ends the current run. */
export async function emitRunEnd(
  agent: ManualAgent,
  ...last: readonly EventInput[]
): Promise<void> {
  const { threadId, runId } = agent.inputs.at(-1) as RunAgentInput;
  await agent.emit(...last, { type: "RUN_FINISHED", threadId, runId });
  await agent.finish();
}

/** Scrolls up as a user does, and waits until scrolling has stopped. */
export async function scrollUp(log: HTMLElement, by = 900): Promise<void> {
  await wheel(log, -by);
  await waitFor(() => expect(log.parentElement).toHaveAttribute("data-away"));
  await scrollEnd(log);
}

/** Waits until scrolling has stopped. */
export async function scrollEnd(log: HTMLElement): Promise<void> {
  let top = Number.NaN;
  while (top !== log.scrollTop) {
    top = log.scrollTop;
    await waitFrames(10);
  }
}

/** Returns the first visible message and its distance from the top of the view. */
export function firstVisible(log: HTMLElement) {
  const edge = log.getBoundingClientRect().top;
  // Skipped rows have no position.
  const rows = [...log.querySelectorAll<HTMLElement>("article")].filter((one) =>
    one.checkVisibility({ contentVisibilityAuto: true }),
  );
  const row = rows.find((one) => one.getBoundingClientRect().bottom > edge) as HTMLElement;
  return { id: row.dataset.messageId, below: Math.round(row.getBoundingClientRect().top - edge) };
}

/** Streams more lines and waits until they are rendered. */
export async function growAnswer(agent: ManualAgent, lines = 10, id = "m"): Promise<void> {
  const before = rowOf(id).offsetHeight;
  await agent.emit(sendText(id, `\n\n${"And then it grows.  \n".repeat(lines)}`));
  await waitFor(() => expect(rowOf(id).offsetHeight).toBeGreaterThan(before + 10 * lines));
  await waitFrames(3);
}

export async function waitFrames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
}

/** Waits for the next paint. */
export function painted(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  requestAnimationFrame(() => port2.postMessage(undefined));
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
  });
}

/** Chromium commands of a test, which Vitest does not type. */
interface Commands {
  send(method: string, parameters: object): Promise<unknown>;
}
const session = () => cdp() as unknown as Commands;

/** Returns the center of an element in the coordinates of the browser: tests run in a frame. */
function middleOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const scale = frame ? frame.width / window.innerWidth : 1;
  return {
    x: (frame?.left ?? 0) + (left + width / 2) * scale,
    y: (frame?.top ?? 0) + (top + height / 2) * scale,
    scale,
  };
}

/** Turns the mouse wheel over an element. */
export async function wheel(element: Element, deltaY: number): Promise<void> {
  const { x, y } = middleOf(element);
  await session().send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY });
}

/** Drags an element by touch. */
export async function drag(element: Element, by: number): Promise<void> {
  const { x, y, scale } = middleOf(element);
  const touch = (type: string, touchPoints: readonly object[]) =>
    session().send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x, y }]);
  for (let step = 1; step <= 10; step++) {
    await touch("touchMove", [{ x, y: y + (by * scale * step) / 10 }]);
    await waitFrames(1);
  }
  await touch("touchEnd", []);
}

/** Flings an element by touch, so that it continues to scroll. */
export async function fling(element: Element, by: number): Promise<void> {
  const { x, y, scale } = middleOf(element);
  const begin = Date.now() / 1000;
  // At the speed of a finger, regardless of the speed of the machine.
  const touch = (type: string, frame: number, touchPoints: readonly object[]) =>
    session().send("Input.dispatchTouchEvent", {
      ...{ type, touchPoints, timestamp: begin + frame / 60 },
    });
  await touch("touchStart", 0, [{ x, y }]);
  for (let step = 1; step <= 5; step++) {
    await touch("touchMove", step, [{ x, y: y + (by * scale * step) / 5 }]);
  }
  await touch("touchEnd", 5.2, []);
  await waitFrames(2);
  const { scrollTop } = element;
  await waitFor(() => expect(element.scrollTop).not.toBe(scrollTop));
}

/** Uses the mouse at a distance below the center of an element. */
export async function mouse(
  type: "mousePressed" | "mouseMoved" | "mouseReleased",
  element: Element,
  by = 0,
  which: "left" | "right" = "left",
): Promise<void> {
  const { x, y, scale } = middleOf(element);
  const buttons = which === "left" ? 1 : 2;
  const button = { button: which, buttons: type === "mouseReleased" ? 0 : buttons, clickCount: 1 };
  await session().send("Input.dispatchMouseEvent", { type, x, y: y + by * scale, ...button });
}
