// @vitest-environment node
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar, ChatSidebarToggle } from "../../../src/components/chat/ChatSidebar.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const app = (isOpen: boolean) => (
  <StrictMode>
    <AgentProvider agent={scriptedAgent(textRun("Hello"))}>
      <ChatPopup title="Popup" defaultOpen={isOpen} />
      <ChatSidebar title="Sidebar" defaultOpen={isOpen}>
        <ChatSidebarToggle />
      </ChatSidebar>
    </AgentProvider>
  </StrictMode>
);

afterEach(() => vi.restoreAllMocks());

test("closed surfaces render their launchers on a server, and no content", () => {
  const complaints = vi.spyOn(console, "error");
  const html = renderToString(app(false));
  expect(html.match(/aria-expanded="false"/g)).toHaveLength(2);
  expect(html).not.toMatch(/<dialog[^>]* open/);
  expect(html).toMatch(/<aside[^>]* hidden/);
  expect(html).not.toContain("agk-chat");
  expect(complaints).not.toHaveBeenCalled();
});

test("open surfaces render on a server with a placeholder for the chat", () => {
  const complaints = vi.spyOn(console, "error");
  const html = renderToString(app(true));
  expect(html).toMatch(/<dialog[^>]* open/);
  expect(html).not.toMatch(/<aside[^>]* hidden/);
  expect(html).toContain("Popup</h2>");
  expect(html).toMatch(/agk-skeleton|agk-chat/);
  expect(complaints).not.toHaveBeenCalled();
});
