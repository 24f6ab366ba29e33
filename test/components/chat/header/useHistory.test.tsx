import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { ChatPopup } from "../../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar } from "../../../../src/components/chat/ChatSidebar.tsx";
import { AgentProvider } from "../../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../../../src/hooks/providers/ThreadsProvider.tsx";
import { createAgentClient } from "../../../../src/store/client/createAgentClient.ts";
import { scriptedAgent } from "../../../../src/testing/scriptedAgent.ts";
import { launcher, messageField } from "../../chatElements.ts";

const button = (name: string) => screen.queryByRole("button", { name });
const list = () => screen.queryByRole("navigation", { name: "Conversations" });

/** Renders a popup that shows the first of the threads. */
async function openPopup(titles: readonly string[]) {
  const client = createAgentClient({ agent: scriptedAgent([]) });
  for (const title of titles) {
    const initialMessages = [{ id: "q", role: "user" as const, content: title }];
    client.thread({ threadId: title, initialMessages });
  }
  const user = userEvent.setup();
  const [first] = titles;
  // The default thread of the agent is the first, and another one otherwise.
  const start = first === undefined ? {} : { threadId: first };
  let shown = start;
  const page = () => (
    <StrictMode>
      <AgentProvider client={client}>
        <ThreadsProvider
          {...shown}
          onThreadChange={({ threadId }) => {
            shown = { threadId };
            view.rerender(page());
          }}
        >
          <ChatPopup title="Help" />
        </ThreadsProvider>
      </AgentProvider>
    </StrictMode>
  );
  const view = render(page());
  await user.click(launcher());
  await waitFor(() => expect(messageField()).toHaveFocus());
  return { user, shownThread: () => shown };
}

describe("the header of a popup", () => {
  test("offers no conversations without a provider of threads", async () => {
    render(
      <AgentProvider agent={scriptedAgent([])}>
        <ChatPopup defaultOpen />
      </AgentProvider>,
    );
    await screen.findByRole("log");
    const names = within(screen.getByRole("dialog"))
      .getAllByRole("button")
      .map((element) => element.getAttribute("aria-label"))
      .filter((name) => name !== "Send");
    expect(names).toEqual(["Expand chat", "Close chat"]);
  });

  test("offers no new chat in an empty conversation, and no history of only one", async () => {
    await openPopup([]);
    expect(button("New conversation")).toBeNull();
    expect(button("History")).toBeNull();
  });

  test("shows a new chat with the focus in its composer", async () => {
    const { user, shownThread } = await openPopup(["Trains"]);
    expect(screen.getByText("Trains")).toBeVisible();
    expect(button("History")).toBeNull();
    await user.click(screen.getByRole("button", { name: "New conversation" }));
    await waitFor(() => expect(messageField()).toHaveFocus());
    expect(shownThread()).not.toEqual({ threadId: "Trains" });
    expect(screen.queryByText("Trains")).toBeNull();
    expect(button("New conversation")).toBeNull();
    expect(button("History")).toBeVisible();
  });
});

describe("the history of a popup", () => {
  test("shows the chosen conversation with the focus in its composer", async () => {
    const { user, shownThread } = await openPopup(["Trains", "Hotels"]);
    const history = screen.getByRole("button", { name: "History" });
    expect(history).toHaveAttribute("aria-expanded", "false");
    await user.click(history);
    expect(history).toHaveAttribute("aria-expanded", "true");
    expect(list()).toContainElement(document.activeElement as HTMLElement);
    expect(document.activeElement).toHaveTextContent("Trains");
    expect(document.querySelector<HTMLElement>(".agk-chat")?.inert).toBe(true);
    await user.click(screen.getByRole("button", { name: "Hotels" }));
    await waitFor(() => expect(messageField()).toHaveFocus());
    expect(shownThread()).toEqual({ threadId: "Hotels" });
    expect(list()).toBeNull();
    expect(document.querySelector<HTMLElement>(".agk-chat")?.inert).toBe(false);
  });

  test("closes on Escape before the popup does, with the focus on its button", async () => {
    const { user } = await openPopup(["Trains", "Hotels"]);
    const history = screen.getByRole("button", { name: "History" });
    await user.click(history);
    await user.keyboard("{Escape}");
    expect(list()).toBeNull();
    expect(history).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(launcher()).toHaveFocus();
  });

  test("closes with its button, and with a press on the chat beside the list", async () => {
    const { user } = await openPopup(["Trains", "Hotels"]);
    const history = screen.getByRole("button", { name: "History" });
    await user.click(history);
    await user.click(history);
    expect(list()).toBeNull();
    await user.click(history);
    fireEvent.pointerDown(list() as HTMLElement);
    expect(list()).not.toBeNull();
    fireEvent.pointerDown(document.querySelector(".agk-surface-body") as Element);
    expect(list()).toBeNull();
    expect(history).toHaveFocus();
  });

  test("is closed when the popup opens again", async () => {
    const { user } = await openPopup(["Trains", "Hotels"]);
    await user.click(screen.getByRole("button", { name: "History" }));
    await user.click(launcher());
    await user.click(launcher());
    expect(list()).toBeNull();
    await waitFor(() => expect(messageField()).toHaveFocus());
  });
});

test("a sidebar has the same buttons, but does not expand", async () => {
  const client = createAgentClient({ agent: scriptedAgent([]) });
  const initialMessages = [{ id: "q", role: "user" as const, content: "Hi" }];
  for (const threadId of ["a", "b"]) client.thread({ threadId, initialMessages });
  render(
    <AgentProvider client={client}>
      <ThreadsProvider threadId="a">
        <ChatSidebar title="Help" defaultOpen />
      </ThreadsProvider>
    </AgentProvider>,
  );
  await screen.findByRole("log");
  for (const name of ["New conversation", "History", "Close chat"])
    expect(button(name)).toBeVisible();
  expect(button("Expand chat")).toBeNull();
});
