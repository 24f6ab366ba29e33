import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar, ChatSidebarToggle } from "../../../src/components/chat/ChatSidebar.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../../src/hooks/providers/ThreadsProvider.tsx";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { hangAfter } from "../../../stories/conversation.tsx";
import { trip } from "../../../stories/fixtures.ts";
import { messageField } from "../chatElements.ts";
import { focusOn, type KeyTests, keys } from "./keyboardPages.tsx";

/** Tests of the keys of popups and sidebars. */
export const surfaceKeys: KeyTests = {
  async "history of a popup or sidebar: Escape"() {
    const client = createAgentClient({ agent: scriptedAgent([]) });
    for (const threadId of ["a", "b"]) client.thread({ threadId, initialMessages: trip });
    for (const surface of [
      <ChatPopup key="popup" defaultOpen />,
      <ChatSidebar key="sidebar" defaultOpen />,
    ]) {
      render(
        <AgentProvider client={client}>
          <ThreadsProvider threadId="a">{surface}</ThreadsProvider>
        </AgentProvider>,
      );
      await focusOn("History");
      await screen.findByRole("log");
      await keys("{Enter}");
      await waitFor(() => expect(document.activeElement).toHaveAttribute("aria-current"));
      await keys("{Escape}");
      expect(document.activeElement).toHaveAccessibleName("History");
      expect(screen.queryByRole("navigation")).toBeNull();
      expect(messageField()).toBeVisible();
      cleanup();
    }
  },
  async "edge of a sidebar: ArrowLeft, ArrowRight, Home, End"() {
    const { innerWidth, innerHeight } = window;
    await page.viewport(1024, 768);
    onTestFinished(() => page.viewport(innerWidth, innerHeight));
    const thread = createThread({ agent: scriptedAgent([]) });
    const widths: (number | undefined)[] = [];
    render(
      <ThreadProvider thread={thread}>
        <ChatSidebar defaultOpen onWidthChange={(width) => void widths.push(width)} />
      </ThreadProvider>,
    );
    const sidebar = screen.getByRole("complementary");
    const start = sidebar.offsetWidth;
    screen.getByRole("separator").focus();
    await keys("{ArrowLeft}{ArrowRight}{Home}{End}{Enter}");
    expect(widths).toHaveLength(5);
    const [wider = 0, back, smallest = 0, largest = 0, none] = widths;
    expect(wider).toBeGreaterThan(start);
    expect(back).toBe(start);
    expect(smallest).toBeLessThan(start);
    expect(largest).toBeGreaterThan(wider);
    expect(none).toBeUndefined();
    await waitFor(() => expect(sidebar.offsetWidth).toBe(start));
  },
  async "popup, sidebar over the page: Escape"() {
    const surfaces = [
      <ChatPopup key="popup" />,
      <ChatSidebar key="sidebar" mode="overlay">
        <ChatSidebarToggle />
      </ChatSidebar>,
    ];
    for (const surface of surfaces) {
      const thread = createThread({ agent: scriptedAgent(hangAfter()) });
      render(<ThreadProvider thread={thread}>{surface}</ThreadProvider>);
      await focusOn("Chat");
      await keys("{Enter}");
      await waitFor(() => expect(messageField()).toHaveFocus());
      await keys("Hi{Enter}");
      await screen.findByRole("button", { name: "Stop" });
      await keys("{Escape}");
      await waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("cancelled"));
      expect(messageField()).toBeVisible();
      await keys("{Escape}");
      await waitFor(() => expect(document.activeElement).toHaveAccessibleName("Chat"));
      expect(screen.queryByRole("textbox")).toBeNull();
      cleanup();
    }
  },
};
