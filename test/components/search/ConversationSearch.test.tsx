import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { useConversationSearch } from "../../../src/components/search/useConversationSearch.ts";
import { germanStrings } from "../../../src/components/strings/de.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { withMessages } from "../withMessages.tsx";

const messages: readonly Message[] = Array.from({ length: 24 }, (_, n) =>
  n % 2
    ? { id: `a${n}`, role: "assistant", content: `Answer ${n} about the storm` }
    : { id: `u${n}`, role: "user", content: `Question ${n}` },
);

function OpenButton() {
  const { isOpen, open, close } = useConversationSearch();
  return (
    <button type="button" aria-expanded={isOpen} onClick={isOpen ? close : open}>
      Find
    </button>
  );
}

const field = () =>
  screen.getByRole<HTMLInputElement>("textbox", { name: "Search in conversation" });
const count = () => document.querySelector(".agk-search-count")?.textContent;
const status = () => document.querySelector(".agk-search [role='status']")?.textContent;

/** Renders a chat with a button of the application, and opens the search. */
async function openSearch(props: ChatProps = {}) {
  const user = userEvent.setup();
  render(
    <>
      <OpenButton />
      <Chat {...props} />
    </>,
    { wrapper: withMessages(...messages) },
  );
  await user.click(screen.getByRole("button", { name: "Find" }));
  if (props.search !== false) await screen.findByRole("search");
  return user;
}

describe("useConversationSearch", () => {
  test("opens the search with the focus in its field, and closes it again", async () => {
    const user = await openSearch();
    expect(field()).toHaveFocus();
    const button = screen.getByRole("button", { name: "Find" });
    expect(button).toHaveAttribute("aria-expanded", "true");
    await user.click(button);
    expect(screen.queryByRole("search")).toBeNull();
    expect(button).toHaveFocus();
  });

  test("returns the focus to the element that had it, also from the buttons of the search", async () => {
    const user = await openSearch();
    await user.click(screen.getByRole("button", { name: "Close search" }));
    expect(screen.queryByRole("search")).toBeNull();
    expect(screen.getByRole("button", { name: "Find" })).toHaveFocus();
  });

  test("opens nothing with `search={false}`", async () => {
    await openSearch({ search: false });
    expect(screen.queryByRole("search")).toBeNull();
  });
});

describe("the search", () => {
  test("counts the matches and walks through them, around both ends", async () => {
    const user = await openSearch();
    await user.keyboard("storm");
    await waitFor(() => expect(count()).toMatch(/^\d+ of 12$/));
    const start = Number(count()?.split(" ")[0]);
    await user.keyboard("{Enter}");
    expect(count()).toBe(`${(start % 12) + 1} of 12`);
    await user.click(screen.getByRole("button", { name: "Previous match" }));
    expect(count()).toBe(`${start} of 12`);
    await user.click(screen.getByRole("button", { name: "Next match" }));
    expect(count()).toBe(`${(start % 12) + 1} of 12`);
  });

  test("announces the position politely, and that nothing matches", async () => {
    const user = await openSearch();
    await user.keyboard("storm");
    await waitFor(() => expect(status()).toMatch(/^\d+ of 12$/));
    await user.keyboard("s");
    await waitFor(() => expect(status()).toBe("No matches"));
    expect(count()).toBe("No matches");
    expect(screen.getByRole("button", { name: "Next match" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await user.clear(field());
    expect(count()).toBe("");
  });

  test("leaves Enter and Escape to an input method", async () => {
    const user = await openSearch();
    await user.keyboard("storm");
    await waitFor(() => expect(count()).toMatch(/of 12$/));
    const before = count();
    fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
    fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
    fireEvent.keyDown(field(), { key: "Escape", keyCode: 229 });
    expect(count()).toBe(before);
    fireEvent.keyDown(field(), { key: "Enter" });
    expect(count()).not.toBe(before);
  });

  test("has the texts of a language", async () => {
    const user = await openSearch({ strings: germanStrings });
    await user.keyboard("storm");
    await waitFor(() => expect(count()).toMatch(/^\d+ von 12$/));
    expect(screen.getByRole("search", { name: "In der Unterhaltung suchen" })).toBeInTheDocument();
  });
});

describe("the header of a popup", () => {
  const renderPopup = (shown: readonly Message[], props: ChatProps = {}) =>
    render(<ChatPopup defaultOpen {...props} />, { wrapper: withMessages(...shown) });
  const button = () => screen.queryByRole("button", { name: "Search chat" });

  test("opens and closes the search of a long conversation", async () => {
    const user = userEvent.setup();
    renderPopup(messages);
    await screen.findByRole("log");
    await user.click(button() as HTMLElement);
    await waitFor(() => expect(field()).toHaveFocus());
    expect(button()).toHaveAttribute("aria-expanded", "true");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("search")).toBeNull();
    expect(screen.getByRole("dialog")).toBeInTheDocument();
    expect(button()).toHaveFocus();
  });

  test("has no button for a short conversation, nor with `search={false}`", async () => {
    const { unmount } = renderPopup(messages.slice(0, 4));
    await screen.findByRole("log");
    expect(button()).toBeNull();
    unmount();
    renderPopup(messages, { search: false });
    await screen.findByRole("log");
    expect(button()).toBeNull();
  });
});

test("takes no focus when the user returns to a conversation with an open search", async () => {
  const agent = manualAgent();
  const [first, second] = ["one", "two"].map((threadId) =>
    createThread({ agent, threadId, initialMessages: messages }),
  ) as [Thread, Thread];
  const show = (thread: Thread) => (
    <StrictMode>
      <button type="button">Switch</button>
      <ThreadProvider thread={thread}>
        <OpenButton />
        <Chat />
      </ThreadProvider>
    </StrictMode>
  );
  const { rerender } = render(show(first));
  await userEvent.click(screen.getByRole("button", { name: "Find" }));
  await waitFor(() => expect(field()).toHaveFocus());
  const button = screen.getByRole("button", { name: "Switch" });
  button.focus();
  rerender(show(second));
  expect(screen.queryByRole("search")).toBeNull();
  rerender(show(first));
  expect(screen.getByRole("search")).toBeVisible();
  expect(button).toHaveFocus();
});
