import { render, screen } from "@testing-library/react";
import { lazy, type ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar, ChatSidebarToggle } from "../../../src/components/chat/ChatSidebar.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const Mine = (): ReactNode => <svg data-testid="mine" />;
const Other = (): ReactNode => <svg data-testid="other" />;

function renderWithAgent(children: ReactNode): void {
  render(<AgentProvider agent={scriptedAgent([])}>{children}</AgentProvider>);
}

test("`icons` replaces an icon by name and hides the new one from assistive technology", () => {
  renderWithAgent(<Chat icons={{ send: Mine }} attachments />);
  const button = screen.getByRole("button", { name: "Send" });
  const icon = screen.getByTestId("mine");
  expect(button).toContainElement(icon);
  expect(icon.parentElement).toHaveAttribute("aria-hidden", "true");
  expect(icon.parentElement).toHaveAttribute("data-icon", "send");
  expect(button.querySelectorAll("svg")).toHaveLength(1);
});

test("settings inherit the icons that they leave out", () => {
  renderWithAgent(
    <ChatSettings icons={{ send: Mine, chat: Mine }}>
      <Chat icons={{ send: Other }} />
      <ChatPopup icons={{ minimize: Other }} />
    </ChatSettings>,
  );
  expect(screen.getByRole("button", { name: "Send" })).toContainElement(
    screen.getByTestId("other"),
  );
  expect(screen.getByRole("button", { name: "Chat" })).toContainElement(screen.getByTestId("mine"));
});

test("a popup and a sidebar replace icons of their buttons", () => {
  renderWithAgent(
    <>
      <ChatPopup icons={{ chat: Mine }} />
      <ChatSidebar icons={{ close: Other }} defaultOpen>
        <ChatSidebarToggle>Ask</ChatSidebarToggle>
      </ChatSidebar>
    </>,
  );
  expect(screen.getByRole("button", { name: "Chat" })).toContainElement(screen.getByTestId("mine"));
  expect(screen.getByRole("button", { name: "Close chat" })).toContainElement(
    screen.getByTestId("other"),
  );
});

test("an icon that throws or loads leaves the built-in icon", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  const Broken = (): ReactNode => {
    throw new Error("no icon");
  };
  const Endless = lazy(() => new Promise<{ default: typeof Mine }>(() => {}));
  renderWithAgent(
    <ChatSettings icons={{ send: Broken, chat: Endless }}>
      <Chat />
      <ChatPopup />
    </ChatSettings>,
  );
  for (const name of ["Send", "Chat"]) {
    const icon = screen.getByRole("button", { name }).querySelector("svg");
    expect(icon).toHaveClass("agk-icon");
  }
});
