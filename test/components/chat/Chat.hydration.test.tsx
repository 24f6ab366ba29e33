import { act, screen, waitFor } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

afterEach(() => vi.restoreAllMocks());

test("a chat hydrates server markup, also when the thread has changed since", async () => {
  const thread = createThread({
    agent: scriptedAgent(textRun("Rain")),
    initialMessages: [
      { id: "u1", role: "user", content: "What is the weather?" },
      { id: "a1", role: "assistant", content: "It is **sunny**." },
    ],
  });
  const chat = (
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(chat);
  document.body.append(container);
  const sunny = screen.getByText("sunny");
  await thread.send("And tomorrow?");

  const complaints = vi.spyOn(console, "error");
  const mismatches: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, chat, { onRecoverableError: (error) => mismatches.push(error) }),
  );
  expect(mismatches).toEqual([]);
  expect(complaints).not.toHaveBeenCalled();
  expect(screen.getByText("sunny")).toBe(sunny);
  expect(screen.getByText("Rain")).toBeVisible();

  act(() => root.unmount());
  container.remove();
});

test.each([
  ["closed", false, false],
  ["open", true, false],
  ["open on a small screen", true, true],
])("a popup that is %s hydrates, and then opens and closes", async (_how, isOpen, isSmall) => {
  const thread = createThread({ agent: scriptedAgent(textRun("Rain")) });
  const popup = (
    <ThreadProvider thread={thread}>
      <ChatPopup title="Help" defaultOpen={isOpen} completions={[]} />
    </ThreadProvider>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(popup);
  document.body.append(container);
  const dialog = container.querySelector("dialog") as HTMLDialogElement;
  const launcher = container.querySelector("button[aria-expanded]") as HTMLElement;
  expect(dialog.open).toBe(isOpen);
  // The server did not know the size of the screen.
  vi.stubGlobal("matchMedia", () => ({
    matches: isSmall,
    addEventListener() {},
    removeEventListener() {},
  }));
  // jsdom does not implement `showModal`.
  const modal = vi.fn(() => {
    dialog.open = true;
  });
  const close = () => {
    dialog.open = false;
  };
  Object.assign(dialog, { showModal: modal, close });

  const complaints = vi.spyOn(console, "error");
  const mismatches: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, popup, { onRecoverableError: (error) => mismatches.push(error) }),
  );
  expect(container.querySelector("dialog")).toBe(dialog);
  expect(container.querySelector("button[aria-expanded]")).toBe(launcher);
  expect(modal).toHaveBeenCalledTimes(isSmall ? 1 : 0);
  if (isOpen) await screen.findByLabelText("Message");
  await act(async () => launcher.click());
  expect(dialog.open).toBe(!isOpen);
  if (isOpen) await act(async () => launcher.click());
  await waitFor(() => expect(screen.getByLabelText("Message")).toBeInTheDocument());
  expect(dialog.open).toBe(true);
  expect(mismatches).toEqual([]);
  expect(complaints).not.toHaveBeenCalled();

  act(() => root.unmount());
  container.remove();
  vi.unstubAllGlobals();
});
