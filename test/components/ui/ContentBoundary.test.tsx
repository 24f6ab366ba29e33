import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ChatPopup, type ChatPopupProps } from "../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar, ChatSidebarToggle } from "../../../src/components/chat/ChatSidebar.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";
import { launcher } from "../chatElements.ts";

function Broken(): ReactNode {
  throw new Error("broken content");
}

function pageOf(surface: ReactNode) {
  const thread = createThread({ agent: scriptedAgent(textRun("Hello")) });
  const page = (
    <StrictMode>
      <ThreadProvider thread={thread}>
        <h1>The application</h1>
        {surface}
      </ThreadProvider>
    </StrictMode>
  );
  return { thread, page };
}

/** Content and texts of the application that a closed popup renders, each with a fault. */
const faults: readonly (readonly [fault: string, props: ChatPopupProps])[] = [
  ["a launcher that throws", { launcher: <Broken /> }],
  ["a title that throws", { title: <Broken /> }],
  ["content before the title that throws", { headerStart: <Broken /> }],
  ["content after the title that throws", { headerEnd: <Broken /> }],
  ["icons that throw", { icons: { chat: Broken, minimize: Broken, close: Broken } }],
  ["a header that throws", { components: { ChatHeader: Broken } }],
  [
    "a header that renders a title that throws",
    { title: <Broken />, components: { ChatHeader: ({ title }) => <p>{title}</p> } },
  ],
];

test.each(faults)("a popup with %s leaves the page and opens", async (_, props) => {
  const errors = expectErrors();
  const { thread, page } = pageOf(<ChatPopup {...props} />);
  render(page);
  expect(screen.getByRole("heading", { name: "The application" })).toBeVisible();
  const user = userEvent.setup();
  await user.click(launcher());
  expect(errors).toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  const dialog = screen.getByRole("dialog", { name: "Chat" });
  await act(() => thread.send("Hi"));
  expect(await screen.findByText("Hello")).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Close chat" }));
  expect(launcher()).toHaveAttribute("aria-expanded", "false");
});

test.each(faults)("a server renders a page whose popup has %s", (_, props) => {
  expectErrors();
  const html = renderToString(pageOf(<ChatPopup defaultOpen {...props} />).page);
  expect(html).toContain("The application");
  expect(html).toContain("agk-launcher");
});

test("a sidebar whose toggle and header throw leaves the page and opens", async () => {
  expectErrors();
  const { page } = pageOf(
    <ChatSidebar title={<Broken />} headerEnd={<Broken />}>
      <h2>Orders</h2>
      <ChatSidebarToggle>
        <Broken />
      </ChatSidebarToggle>
    </ChatSidebar>,
  );
  render(page);
  await userEvent.click(screen.getByRole("button", { name: "Chat" }));
  expect(screen.getByRole("heading", { name: "Orders" })).toBeVisible();
  expect(screen.getByRole("complementary", { name: "Chat" })).toBeVisible();
});

test("a launcher that throws is tried once while the page renders again", () => {
  const errors = expectErrors();
  const attempts = vi.fn();
  const Counted = (): ReactNode => {
    attempts();
    throw new Error("broken content");
  };
  const { thread } = pageOf(null);
  const view = () => (
    <ThreadProvider thread={thread}>
      <ChatPopup launcher={<Counted />} title={<Counted />} />
    </ThreadProvider>
  );
  const { rerender } = render(view());
  const [triedBefore, reportedBefore] = [attempts.mock.calls.length, errors.mock.calls.length];
  for (let times = 0; times < 3; times++) rerender(view());
  expect(attempts).toHaveBeenCalledTimes(triedBefore);
  expect(errors).toHaveBeenCalledTimes(reportedBefore);
});
