import { render } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { useA2ui } from "../../src/a2ui/useA2ui.tsx";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { MessageList } from "../../src/components/transcript/MessageList.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../src/protocol/events.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { booking, conversationWith, gallery } from "../../stories/a2ui/surfaces.ts";
import { component, create, data, surfaceActivity, text, update } from "./fixtures.ts";
import "../../src/styles/index.css";
import "../../src/styles/plugins/a2ui.css";

function Surfaces({ children = <Chat /> }: { readonly children?: ReactNode }): ReactNode {
  useA2ui();
  return children;
}

function chatWith(messages: readonly Message[]) {
  const thread = createThread({ agent: scriptedAgent(textRun("Hi")), initialMessages: messages });
  return (
    <ThreadProvider thread={thread}>
      <div style={{ blockSize: 900 }}>
        <Surfaces />
      </div>
    </ThreadProvider>
  );
}

const messages: readonly Message[] = [
  ...conversationWith({ a2ui_operations: booking }),
  { id: "u2", role: "user", content: "And the plan?" },
  surfaceActivity("a2", gallery),
];

test.each([320, 900])("surfaces have room in a chat of %s pixels", async (width) => {
  await page.viewport(width, 1000);
  const { container } = render(chatWith(messages));
  await expect.element(page.getByRole("button", { name: "Book" })).toBeInTheDocument();
  for (const surface of container.querySelectorAll<HTMLElement>(".agk-a2ui")) {
    expect(surface.scrollWidth).toBeLessThanOrEqual(surface.clientWidth);
    const { right } = surface.getBoundingClientRect();
    for (const part of surface.querySelectorAll("*"))
      expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(right + 8);
  }
});

test("a message with hidden calls leaves no gap", async () => {
  const { container } = render(
    chatWith([
      {
        id: "m1",
        role: "assistant",
        toolCalls: [
          { id: "c1", type: "function", function: { name: "render_a2ui", arguments: "{}" } },
        ],
      },
      { id: "r1", role: "tool", toolCallId: "c1", content: "Shown" },
      surfaceActivity("a1", [create(), update([text("root", "Hello")])]),
    ]),
  );
  await expect.element(page.getByText("Hello")).toBeInTheDocument();
  const message = container.querySelector<HTMLElement>('[data-message-id="m1"]');
  expect(message?.offsetHeight).toBe(0);
  expect(message?.checkVisibility()).toBe(false);
});

test("a surface needs no style and no script that a strict content security policy forbids", async () => {
  const frame = document.createElement("iframe");
  frame.srcdoc =
    "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'none'\"><body></body>";
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  await loaded;
  const target = frame.contentDocument;
  if (!target) throw new Error("The frame has no document");
  const violations: string[] = [];
  target.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    violations.push(`${violatedDirective} ${blockedURI}`),
  );
  const { getByText } = render(chatWith(messages), { container: target.body });
  expect(getByText("Book a table").tagName).toBe("H4");
  await new Promise((resolve) => target.defaultView?.requestAnimationFrame(resolve));
  await new Promise((resolve) => target.defaultView?.requestAnimationFrame(resolve));
  expect(violations).toEqual([]);
});

/** Returns the number of frames until an element has been painted. */
async function framesUntil(isPainted: () => boolean): Promise<number> {
  for (let frames = 0; ; frames++) {
    await new Promise(requestAnimationFrame);
    if (isPainted()) return frames;
  }
}

test("a surface of 200 components paints at most two frames later than plain elements", async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `c${index}`);
  const operations = [
    create(),
    data("/", {}),
    update([
      component("root", "Column", { children: ids }),
      ...ids.map((id) => text(id, `Text ${id}`)),
    ]),
  ];
  const host = document.createElement("div");
  document.body.append(host);
  onTestFinished(() => host.remove());
  const root = createRoot(host);
  root.render(createElement("div", null, ...ids.map((id) => createElement("p", { key: id }, id))));
  const plain = await framesUntil(() => host.querySelectorAll("p").length === 200);

  const thread = createThread({ agent: scriptedAgent(textRun("Hi")), threadId: "t" });
  flushSync(() =>
    root.render(
      <ThreadProvider thread={thread}>
        <Surfaces>
          <MessageList />
        </Surfaces>
      </ThreadProvider>,
    ),
  );
  await framesUntil(() => true);
  thread.setMessages([surfaceActivity("a1", operations)]);
  const surface = await framesUntil(() => host.querySelectorAll(".agk-a2ui p").length === 200);
  root.unmount();
  expect(surface - plain).toBeLessThanOrEqual(2);
});
