import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { startRun } from "../../hooks/toolChat.tsx";

/** Renders a chat during a run, with these messages queued. */
async function renderQueue(texts: readonly string[], dir: "ltr" | "rtl" = "ltr") {
  const agent = manualAgent();
  const thread = createThread({ agent });
  render(
    <div dir={dir} style={{ inlineSize: 600, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  onTestFinished(() => thread.stop());
  void thread.send("Now");
  await startRun(agent);
  for (const text of texts) void thread.send(text, { whenBusy: "queue" });
  const queue = within(await screen.findByRole("region", { name: "Queued messages" }));
  await waitFor(() => expect(queue.getAllByRole("toolbar")).toHaveLength(texts.length));
  const button = (name: string) => queue.getByRole("button", { name });
  const write = screen.getByRole("textbox", { name: "Message" });
  const press = async (keys: string, name: string) => {
    await userEvent.keyboard(keys);
    expect(button(name)).toHaveFocus();
  };
  return { thread, queue, button, write, press };
}

const names = (elements: readonly Element[]) =>
  elements.map((one) => one.getAttribute("aria-labelledby")?.split(" ").map(textOf).join(" "));
const textOf = (id: string) => document.getElementById(id)?.textContent ?? "";

test("makes each message one Tab stop in a toolbar named by its text", async () => {
  const { queue, button, write } = await renderQueue(["a", "b", "c"]);
  expect(names(queue.getAllByRole("toolbar"))).toEqual(["a", "b", "c"]);
  button("Edit a").focus();
  for (const name of ["Edit b", "Edit c"]) {
    await userEvent.tab();
    expect(button(name)).toHaveFocus();
  }
  await userEvent.tab();
  expect(write).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(button("Edit c")).toHaveFocus();
});

test("moves focus within a toolbar on arrow keys, Home and End", async () => {
  const { button, press } = await renderQueue(["a", "b"]);
  button("Edit a").focus();
  await press("{ArrowRight}", "Send now a");
  await press("{ArrowRight}", "Remove a");
  await press("{ArrowLeft}", "Send now a");
  await press("{End}", "Move a");
  await press("{ArrowRight}", "Edit a");
  await press("{ArrowLeft}", "Move a");
  await press("{Home}", "Edit a");
  await press("{Alt>}{ArrowRight}{/Alt}", "Edit a");
});

test("reverses arrow keys in right-to-left text", async () => {
  const { button, press } = await renderQueue(["a", "b"], "rtl");
  button("Edit a").focus();
  await press("{ArrowLeft}", "Send now a");
  await press("{ArrowRight}", "Edit a");
  await press("{ArrowRight}", "Move a");
});

test("returns focus to the last used button of a toolbar", async () => {
  const { button, press } = await renderQueue(["a", "b"]);
  button("Edit a").focus();
  await press("{ArrowRight}{ArrowRight}", "Remove a");
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  expect(button("Remove a")).toHaveFocus();
});

test("keeps a Tab stop when the menu button disappears", async () => {
  const { thread, button, write } = await renderQueue(["a", "b"]);
  button("Move a").focus();
  write.focus();
  await thread.removeQueued(thread.getSnapshot().queue[1]?.id ?? "");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Move a" })).toBeNull());
  await userEvent.tab({ shift: true });
  expect(button("Edit a")).toHaveFocus();
});

test("keeps the keys of an open menu inside it, and returns its focus on Escape and Tab", async () => {
  const { queue, button, press } = await renderQueue(["a", "b", "c"]);
  const item = (name: string) => queue.getByRole("menuitem", { name });
  button("Move b").focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(item("Move up")).toHaveFocus());
  await userEvent.keyboard("{ArrowRight}");
  expect(item("Move up")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  expect(item("Move down")).toHaveFocus();
  await press("{Escape}", "Move b");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(item("Move up")).toHaveFocus());
  await userEvent.tab();
  expect(queue.queryByRole("menu")).toBeNull();
  expect(button("Edit c")).toHaveFocus();
});

test("keeps exactly one Tab stop per message after a move, an edit and a removal", async () => {
  const { queue, button } = await renderQueue(["a", "b", "c"]);
  const stops = () =>
    queue
      .getAllByRole("toolbar")
      .map((bar) => bar.querySelectorAll('button:not([tabindex="-1"])').length);
  button("Edit a").focus();
  await userEvent.keyboard("{End}{Enter}");
  await waitFor(() => expect(queue.getByRole("menuitem")).toHaveFocus());
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(names(queue.getAllByRole("toolbar"))).toEqual(["b", "a", "c"]));
  await waitFor(() => expect(button("Move a")).toHaveFocus());
  expect(stops()).toEqual([1, 1, 1]);
  await userEvent.keyboard("{Home}{Enter}{Escape}");
  await waitFor(() => expect(button("Edit a")).toHaveFocus());
  expect(stops()).toEqual([1, 1, 1]);
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{Enter}");
  await waitFor(() => expect(button("Remove c")).toHaveFocus());
  expect(stops()).toEqual([1, 1]);
  expect(button("Remove c")).toHaveAttribute("tabindex", "0");
});
