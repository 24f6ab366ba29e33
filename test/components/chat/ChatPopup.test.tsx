import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { ChatPopup, type ChatPopupProps } from "../../../src/components/chat/ChatPopup.tsx";
import { RunStatusRow } from "../../../src/components/status/RunStatusRow.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runError, runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { launcher } from "../chatElements.ts";

const past: readonly Message[] = [
  { id: "u", role: "user", content: "Hi" },
  { id: "a", role: "assistant", content: "Hello" },
];

function renderPopup(props: ChatPopupProps = {}, ...scripts: readonly Script[]) {
  const agent = scriptedAgent(...(scripts.length > 0 ? scripts : [textRun("Hello")]));
  const thread = createThread({ agent, initialMessages: past });
  const page = (more: ChatPopupProps) => (
    <StrictMode>
      <ThreadProvider thread={thread}>
        <input aria-label="Page" />
        <ChatPopup {...props} {...more} />
      </ThreadProvider>
    </StrictMode>
  );
  const view = render(page({}));
  const setProps = (more: ChatPopupProps) => view.rerender(page(more));
  return { ...view, setProps, thread, user: userEvent.setup() };
}

test("the chat mounts when the popup first opens, and keeps its draft from then on", async () => {
  const { user, container } = renderPopup({ title: "Help" });
  expect(launcher()).toHaveAttribute("aria-expanded", "false");
  expect(launcher()).toHaveAttribute("aria-haspopup", "dialog");
  expect(container.querySelector(".agk-chat")).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();

  await user.click(launcher());
  const dialog = screen.getByRole("dialog", { name: "Help" });
  expect(launcher()).toHaveAttribute("aria-expanded", "true");
  expect(launcher()).toHaveAttribute("aria-controls", dialog.id);
  await waitFor(() => expect(screen.getByLabelText("Message")).toHaveFocus());
  await user.keyboard("A draft");

  await user.click(within(dialog).getByRole("button", { name: "Close chat" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(launcher()).toHaveFocus();
  await user.click(launcher());
  await waitFor(() => expect(screen.getByLabelText("Message")).toHaveFocus());
  expect(screen.getByLabelText("Message")).toHaveValue("A draft");
});

test("a controlled popup asks the application, which may keep it as it is", async () => {
  const openChanges: boolean[] = [];
  const onOpenChange = (open: boolean) => void openChanges.push(open);
  const { user, setProps } = renderPopup({ open: false, onOpenChange });
  await user.click(launcher());
  expect(openChanges).toEqual([true]);
  expect(screen.queryByRole("dialog")).toBeNull();
  setProps({ open: true });
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close chat" }));
  expect(openChanges).toEqual([true, false]);
  expect(screen.getByRole("dialog")).toBeVisible();
});

test("a popup keeps its last requested state when it becomes uncontrolled", async () => {
  const openChanges: boolean[] = [];
  const onOpenChange = (open: boolean) => void openChanges.push(open);
  const { user, setProps } = renderPopup({ open: false, onOpenChange });
  await user.click(launcher());
  expect(screen.queryByRole("dialog")).toBeNull();
  setProps({ open: undefined });
  expect(screen.getByRole("dialog")).toBeVisible();
  expect(openChanges).toEqual([true]);
});

test("a popup takes no focus when it is initially open, or closed from elsewhere", async () => {
  const { setProps, user } = renderPopup({ open: true });
  await screen.findByRole("log");
  expect(document.body).toHaveFocus();
  await user.click(screen.getByLabelText("Page"));
  setProps({ open: false });
  expect(screen.getByLabelText("Page")).toHaveFocus();
});

test("without a launcher the application opens the popup, and the focus returns there", async () => {
  const { setProps, user } = renderPopup({ open: false, launcher: null });
  expect(screen.queryByRole("button")).toBeNull();
  await user.click(screen.getByLabelText("Page"));
  setProps({ open: true });
  await waitFor(() => expect(screen.getByLabelText("Message")).toHaveFocus());
  setProps({ open: false });
  expect(screen.getByLabelText("Page")).toHaveFocus();
});

describe("Escape", () => {
  test("stops a run first, also from the close button, and then closes the popup", async () => {
    const { user, thread } = renderPopup({ defaultOpen: true }, [
      runStarted(),
      (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    ]);
    await screen.findByRole("log");
    act(() => void thread.send("Go on"));
    await waitFor(() => expect(thread.getSnapshot().run.status).toBe("streaming"));
    screen.getByRole("button", { name: "Close chat" }).focus();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBeVisible();
    await waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("cancelled"));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(launcher()).toHaveFocus();
  });

  test("is ignored when an element inside or an input method has handled it", async () => {
    const { user } = renderPopup({
      defaultOpen: true,
      welcome: null,
      onKeyDown: (event) => {
        if (event.target instanceof HTMLTextAreaElement && event.target.value)
          event.preventDefault();
      },
    });
    const field = await screen.findByLabelText("Message");
    await user.type(field, "menu{Escape}");
    expect(screen.getByRole("dialog")).toBeVisible();
    await user.clear(field);
    act(() => {
      const key = { key: "Escape", bubbles: true, isComposing: true };
      field.dispatchEvent(new KeyboardEvent("keydown", key));
    });
    expect(screen.getByRole("dialog")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a closed popup", () => {
  test("counts and announces unread answers until it is opened", async () => {
    const { user, thread, container } = renderPopup({}, textRun("One"), textRun("Two"));
    expect(launcher()).toHaveAccessibleName("Chat");
    await act(() => thread.send("1"));
    expect(launcher()).toHaveAccessibleName("Chat, 1 new message");
    await act(() => thread.send("2"));
    expect(launcher()).toHaveAccessibleName("Chat, 2 new messages");
    expect(container.querySelector(".agk-announcer")).toHaveTextContent("2 new messages");
    await user.click(launcher());
    expect(launcher()).toHaveAccessibleName("Chat");
    await user.click(launcher());
    expect(launcher()).toHaveAccessibleName("Chat");
  });

  test("shows at most 99+, and announces the exact number", async () => {
    const { thread, container } = renderPopup();
    const event = (id: number) => ({ id: `a${id}`, role: "assistant", content: "One" }) as const;
    const more = (count: number) => Array.from({ length: count }, (_, id) => event(id));
    const badge = () => container.querySelector(".agk-unread")?.textContent;
    act(() => thread.setMessages([...past, ...more(99)]));
    expect(badge()).toBe("99");
    act(() => thread.setMessages([...past, ...more(100)]));
    expect(badge()).toBe("99+");
    expect(launcher()).toHaveAccessibleName("Chat, 100 new messages");
  });

  test("counts a waiting question", async () => {
    const interrupts = [{ id: "i", reason: "confirmation", message: "Shall I?" }];
    const { thread } = renderPopup({}, [
      runStarted(),
      runFinished({ outcome: { type: "interrupt", interrupts } }),
    ]);
    await act(() => thread.send("Book it"));
    expect(launcher()).toHaveAccessibleName("Chat, 1 new message");
  });

  test("does not count a question that was seen before closing", async () => {
    const interrupts = [{ id: "i", reason: "confirmation", message: "Shall I?" }];
    const { thread, user } = renderPopup({ defaultOpen: true }, [
      runStarted(),
      runFinished({ outcome: { type: "interrupt", interrupts } }),
    ]);
    await act(() => thread.send("Book it"));
    await user.click(launcher());
    expect(launcher()).toHaveAccessibleName("Chat");
  });

  test("continues the run", async () => {
    const { user, thread } = renderPopup({ defaultOpen: true }, textRun("Still here"));
    await user.type(await screen.findByLabelText("Message"), "Hi{Enter}");
    await user.click(launcher());
    await waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("success"));
    await user.click(launcher());
    expect(await screen.findByText("Still here")).toBeVisible();
  });
});

test("strings, class names and the launcher can be replaced", async () => {
  renderPopup({
    defaultOpen: true,
    strings: { chat: "Plausch", surface: { close: "Zu" } },
    classNames: { ChatPopup: "mine", ChatLauncher: "button", Chat: "inner" },
    className: "panel",
    launcher: "Fragen?",
  });
  expect(screen.getByRole("button", { name: "Fragen?" })).toHaveClass("agk-launcher", "button");
  expect(screen.getByRole("dialog", { name: "Plausch" })).toHaveClass("agk-popup", "mine", "panel");
  expect(screen.getByRole("button", { name: "Zu" })).toBeVisible();
  expect((await screen.findByRole("log")).closest("section")).toHaveClass("agk-chat", "inner");
});

test("a text launcher is named by its text and the unread messages", async () => {
  const { thread } = renderPopup({ launcher: "Ask us" });
  await act(() => thread.send("1"));
  expect(screen.getByRole("button", { name: "Ask us, 1 new message" })).toBeVisible();
});

test("an icon launcher has an accessible name", () => {
  renderPopup({ launcher: <svg aria-hidden="true" /> });
  expect(screen.getByRole("button", { name: "Chat" })).toBeVisible();
});

test("unmounting an open popup cleans up", async () => {
  const { unmount } = renderPopup({ defaultOpen: true });
  await screen.findByRole("log");
  unmount();
  expect(document.querySelector("[class^=agk-]")).toBeNull();
});

test("an error is shown by the page while the popup is closed, and by the popup while it is open", async () => {
  const thread = createThread({ agent: scriptedAgent([runStarted(), runError("Out of flour")]) });
  const page = (open: boolean) => (
    <ThreadProvider thread={thread}>
      <RunStatusRow />
      <ChatPopup open={open} />
    </ThreadProvider>
  );
  const { rerender } = render(page(true));
  await screen.findByRole("log");
  await act(() => thread.send("Bread, please"));
  const [own] = document.querySelectorAll(".agk-run-status");
  expect(
    within(screen.getByRole("log")).getByText("The assistant ran into a problem."),
  ).toBeVisible();
  expect(own).toBeEmptyDOMElement();
  rerender(page(false));
  expect(within(own as HTMLElement).getByRole("button", { name: "Try again" })).toBeVisible();
  rerender(page(true));
  expect(own).toBeEmptyDOMElement();
  expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(1);
});
