import { render, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, onTestFinished } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { ThreadOptions } from "../../../src/store/thread/threadOptions.ts";
import styles from "../../../src/styles/index.css?inline";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

/** Renders into a shadow root, on a page with a text field outside. */
export function renderInShadow(children: ReactNode) {
  const host = document.body.appendChild(document.createElement("div"));
  const elsewhere = document.body.appendChild(document.createElement("input"));
  onTestFinished(() => {
    host.remove();
    elsewhere.remove();
  });
  const root = host.attachShadow({ mode: "open" });
  root.appendChild(document.createElement("style")).textContent = styles;
  const container = root.appendChild(document.createElement("div"));
  container.style.cssText = "inline-size: 500px; block-size: 500px";
  const { rerender } = render(children, { container });
  const ui = within(container);
  return {
    ...{ root, container, elsewhere, ui, rerender },
    button: (name: string | RegExp) => ui.getByRole("button", { name }),
    /** Waits until an element in the shadow root has the focus, which Testing Library cannot see. */
    focused: (element: Element | null) => expect.poll(() => root.activeElement).toBe(element),
    composer: () => ui.getByRole("textbox", { name: "Message" }),
  };
}

/** Presses a focusable element by keyboard. */
export async function press(element: HTMLElement): Promise<void> {
  element.focus({ preventScroll: true });
  await userEvent.keyboard("{Enter}");
}

export function renderShadowChat(options: Partial<ThreadOptions>, beside?: ReactNode) {
  const thread = createThread({ agent: manualAgent(), ...options });
  const shadow = renderInShadow(
    <ThreadProvider thread={thread}>
      {beside}
      <Chat />
    </ThreadProvider>,
  );
  return { ...shadow, thread };
}
