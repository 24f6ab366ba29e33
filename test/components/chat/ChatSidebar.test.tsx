import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect, test, vi } from "vitest";
import {
  ChatSidebar,
  type ChatSidebarProps,
  ChatSidebarToggle,
} from "../../../src/components/chat/ChatSidebar.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

function renderSidebar(props: ChatSidebarProps = {}) {
  const thread = createThread({ agent: scriptedAgent(textRun("One")) });
  const page = (more: ChatSidebarProps) => (
    <StrictMode>
      <ThreadProvider thread={thread}>
        <ChatSidebar title="Help" {...props} {...more}>
          <ChatSidebarToggle />
          <input aria-label="Page" />
        </ChatSidebar>
      </ThreadProvider>
    </StrictMode>
  );
  const view = render(page({}));
  const setProps = (more: ChatSidebarProps) => view.rerender(page(more));
  return { ...view, setProps, thread, user: userEvent.setup() };
}

const toggle = () => screen.getByRole("button", { name: /^Chat/ });

test("the sidebar is a named landmark that a toggle opens and closes, and moves the focus", async () => {
  const { user } = renderSidebar();
  expect(screen.queryByRole("complementary")).toBeNull();
  await user.click(toggle());
  const aside = screen.getByRole("complementary", { name: "Help" });
  expect(toggle()).toHaveAttribute("aria-expanded", "true");
  expect(toggle()).toHaveAttribute("aria-controls", aside.id);
  await waitFor(() => expect(screen.getByLabelText("Message")).toHaveFocus());
  await user.keyboard("A draft");
  await user.click(screen.getByRole("button", { name: "Close chat" }));
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(toggle()).toHaveFocus();
  await user.click(toggle());
  expect(screen.getByLabelText("Message")).toHaveValue("A draft");
});

test("a controlled sidebar asks the application, which may keep it as it is", async () => {
  const onOpenChange = vi.fn();
  const { user, setProps } = renderSidebar({ open: true, onOpenChange });
  await user.click(toggle());
  expect(onOpenChange.mock.calls).toEqual([[false]]);
  expect(screen.getByRole("complementary")).toBeVisible();
  setProps({ open: false });
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("a closed sidebar counts unread messages", async () => {
  const { thread } = renderSidebar();
  await act(() => thread.send("Hi"));
  expect(toggle()).toHaveAccessibleName("Chat, 1 new message");
});

test("a sidebar at the start precedes the page in the DOM and keeps its elements", async () => {
  const { setProps, user, container } = renderSidebar({ defaultOpen: true });
  await user.type(await screen.findByLabelText("Message"), "A draft");
  const order = () =>
    [...(container.querySelector(".agk-layout")?.children ?? [])].map(({ localName }) => localName);
  expect(order()).toEqual(["div", "aside"]);
  const field = screen.getByLabelText("Message");
  setProps({ side: "start", mode: "overlay" });
  expect(order()).toEqual(["aside", "div"]);
  expect(screen.getByLabelText("Message")).toBe(field);
  const layout = container.querySelector(".agk-layout");
  expect(layout).toHaveAttribute("data-side", "start");
  expect(layout).toHaveAttribute("data-mode", "overlay");
});

test("a toggle calls `onClick` first, and does nothing more when the default is prevented", async () => {
  const user = userEvent.setup();
  render(
    <AgentProvider agent={scriptedAgent(textRun("Hello"))}>
      <ChatSidebar>
        <ChatSidebarToggle aria-label="Ask" onClick={(event) => event.preventDefault()}>
          ?
        </ChatSidebarToggle>
      </ChatSidebar>
    </AgentProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Ask" }));
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("a toggle outside a sidebar throws with an explanation", () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => render(<ChatSidebarToggle />)).toThrow(
    expect.objectContaining({ code: "missing-provider" }),
  );
  complaints.mockRestore();
});
