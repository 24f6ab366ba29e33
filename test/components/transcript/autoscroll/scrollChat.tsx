import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { cdp } from "vitest/browser";
import { Chat, type ChatProps } from "../../../../src/components/chat/Chat.tsx";
import { MAX_UNWINDOWED, PAGE_ROWS } from "../../../../src/components/transcript/renderWindow.ts";
// What is loaded late is loaded before it is waited for.
import "../../../../src/components/transcript/ScrollToEndSlot.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput, Message, RunAgentInput } from "../../../../src/protocol/events.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../../src/store/thread/thread.ts";
import type { ThreadOptions } from "../../../../src/store/thread/threadOptions.ts";
import { type ManualAgent, manualAgent } from "../../../../src/testing/manualAgent.ts";
import { allDrawn } from "../../allRendered.ts";

/** A conversation of so many turns. */
export function turnsOf(count: number, prefix = ""): readonly Message[] {
  return Array.from({ length: count }, (_, n): Message[] => [
    { id: `${prefix}u${n}`, role: "user", content: `${prefix}Question ${n}` },
    {
      id: `${prefix}a${n}`,
      role: "assistant",
      content: `${prefix}Answer ${n}. ${"It depends on the weather. ".repeat(12)}`,
    },
  ]).flat();
}

/** A chat of 400 by 500 pixels, and its scrolling parts. */
export async function scrollChat(
  messages: readonly Message[],
  props: ChatProps = {},
  options: Partial<ThreadOptions> = {},
) {
  const agent = manualAgent();
  const thread = createThread({ agent, threadId: "one", initialMessages: messages, ...options });
  const chatWith = (shown: Thread) => (
    <div style={{ inlineSize: 400, blockSize: 500 }}>
      <ThreadProvider thread={shown}>
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
    await allDrawn(messages.length);
  await frames(4);
  return {
    ...{ agent, thread, box, log, distance },
    show: (shown: Thread) => view.rerender(chatWith(shown)),
    unmount: view.unmount,
    /** How far below the upper edge of the transcript that message is. */
    below: (id: string) =>
      Math.round(rowOf(id).getBoundingClientRect().top - log.getBoundingClientRect().top),
  };
}

/** The messages that are drawn. */
export const articles = () => [...document.querySelectorAll<HTMLElement>("article")];

/** Which of them those are. */
export const ids = () => articles().map(({ dataset }) => dataset.messageId);

export const rowOf = (id: string) =>
  document.querySelector(`[data-message-id="${id}"]`) as HTMLElement;

export const endButton = () => screen.queryByRole("button", { name: /^Scroll to the end/ });

const say = (messageId: string, delta: string) =>
  ({ type: "TEXT_MESSAGE_CHUNK", messageId, role: "assistant", delta }) as const;

/** Begins a run, and says a word. */
export async function startAnswer(agent: ManualAgent, id = "m"): Promise<void> {
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, say(id, "Well. "));
  await waitFor(() => expect(rowOf(id)).toBeInTheDocument());
}

/** A chat in which an answer grows, with its end in view. */
export async function answering(messages = turnsOf(20), props: ChatProps = {}) {
  const chat = await scrollChat(messages, props);
  void chat.thread.run();
  await startAnswer(chat.agent);
  await grow(chat.agent);
  await waitFor(() => expect(chat.distance()).toBe(0));
  return chat;
}

/** Ends the run that goes on. */
export async function endRun(agent: ManualAgent, ...last: readonly EventInput[]): Promise<void> {
  const { threadId, runId } = agent.inputs.at(-1) as RunAgentInput;
  await agent.emit(...last, { type: "RUN_FINISHED", threadId, runId });
  await agent.finish();
}

/** Scrolls up as a person does, and comes to rest there. */
export async function goUp(log: HTMLElement, by = 900): Promise<void> {
  await wheel(log, -by);
  await waitFor(() => expect(log.parentElement).toHaveAttribute("data-away"));
  await atRest(log);
}

/** Resolves when it does not scroll any more. */
export async function atRest(log: HTMLElement): Promise<void> {
  let top = Number.NaN;
  while (top !== log.scrollTop) {
    top = log.scrollTop;
    await frames(10);
  }
}

/** The first message one sees, and how far below the upper edge it is. */
export function reading(log: HTMLElement) {
  const edge = log.getBoundingClientRect().top;
  // What the browser leaves out has no place of its own.
  const rows = [...log.querySelectorAll<HTMLElement>("article")].filter((one) =>
    one.checkVisibility({ contentVisibilityAuto: true }),
  );
  const row = rows.find((one) => one.getBoundingClientRect().bottom > edge) as HTMLElement;
  return { id: row.dataset.messageId, below: Math.round(row.getBoundingClientRect().top - edge) };
}

/** Says so many lines more, and waits until they are on the page. */
export async function grow(agent: ManualAgent, lines = 10, id = "m"): Promise<void> {
  const before = rowOf(id).offsetHeight;
  await agent.emit(say(id, `\n\n${"And then it grows.  \n".repeat(lines)}`));
  await waitFor(() => expect(rowOf(id).offsetHeight).toBeGreaterThan(before + 10 * lines));
  await frames(3);
}

export async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
}

/** When the next frame has been painted. */
export function painted(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  requestAnimationFrame(() => port2.postMessage(undefined));
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
  });
}

/** The commands of Chromium that a test gives; Vitest does not know their names. */
interface Commands {
  send(method: string, parameters: object): Promise<unknown>;
}
const session = () => cdp() as unknown as Commands;

/** Where the middle of an element is for the browser: tests run in a frame of its page. */
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

/** Turns the wheel of a mouse over an element. */
export async function wheel(element: Element, deltaY: number): Promise<void> {
  const { x, y } = middleOf(element);
  await session().send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY });
}

/** Moves an element with a finger. */
export async function drag(element: Element, by: number): Promise<void> {
  const { x, y, scale } = middleOf(element);
  const touch = (type: string, touchPoints: readonly object[]) =>
    session().send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x, y }]);
  for (let step = 1; step <= 10; step++) {
    await touch("touchMove", [{ x, y: y + (by * scale * step) / 10 }]);
    await frames(1);
  }
  await touch("touchEnd", []);
}

/** Throws an element with a finger: it goes on by itself when that has let go. */
export async function fling(element: Element, by: number): Promise<void> {
  const { x, y, scale } = middleOf(element);
  const begin = Date.now() / 1000;
  // As fast as a finger, however long the machine takes for each.
  const touch = (type: string, frame: number, touchPoints: readonly object[]) =>
    session().send("Input.dispatchTouchEvent", {
      ...{ type, touchPoints, timestamp: begin + frame / 60 },
    });
  await touch("touchStart", 0, [{ x, y }]);
  for (let step = 1; step <= 5; step++) {
    await touch("touchMove", step, [{ x, y: y + (by * scale * step) / 5 }]);
  }
  await touch("touchEnd", 5.2, []);
  await frames(2);
  const { scrollTop } = element;
  await waitFor(() => expect(element.scrollTop).not.toBe(scrollTop));
}

/** Does something with the mouse, so many pixels below the middle of an element. */
export async function mouse(
  type: "mousePressed" | "mouseMoved" | "mouseReleased",
  element: Element,
  by = 0,
  which: "left" | "right" = "left",
): Promise<void> {
  const { x, y, scale } = middleOf(element);
  const held = which === "left" ? 1 : 2;
  const button = { button: which, buttons: type === "mouseReleased" ? 0 : held, clickCount: 1 };
  await session().send("Input.dispatchMouseEvent", { type, x, y: y + by * scale, ...button });
}
