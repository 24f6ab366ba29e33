import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { ChatPopup } from "../../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar } from "../../../../src/components/chat/ChatSidebar.tsx";
import { ChatHeader } from "../../../../src/components/chat/header/ChatHeader.tsx";
import type { ChatHeaderProps } from "../../../../src/components/settings/surfacePartProps.ts";
import { AgentProvider } from "../../../../src/hooks/providers/AgentProvider.tsx";
import { scriptedAgent } from "../../../../src/testing/scriptedAgent.ts";

function renderWithAgent(children: ReactNode): void {
  render(<AgentProvider agent={scriptedAgent([])}>{children}</AgentProvider>);
}

test.each([
  ["popup", ChatPopup, "dialog"],
  ["sidebar", ChatSidebar, "complementary"],
] as const)("a %s has content of the application in its header", (_name, Surface, role) => {
  renderWithAgent(
    <Surface
      title="Help"
      headerStart={<img alt="Shop" />}
      headerEnd={<a href="#call">Call us</a>}
      defaultOpen
    />,
  );
  const header = screen.getByRole("img", { name: "Shop" }).parentElement;
  expect(header).toHaveClass("agk-header");
  expect(header).toContainElement(screen.getByRole("link", { name: "Call us" }));
  expect(screen.getByRole(role, { name: "Help" })).toContainElement(header);
});

test("a header of the application names the popup and has the actions of the built-in one", async () => {
  const Header = ({ title, titleId, isExpanded, onExpandToggle, onClose }: ChatHeaderProps) => (
    <header>
      <h3 id={titleId}>{title} desk</h3>
      <button type="button" onClick={onExpandToggle}>
        {isExpanded ? "Small" : "Large"}
      </button>
      <button type="button" onClick={onClose}>
        Leave
      </button>
    </header>
  );
  const user = userEvent.setup();
  renderWithAgent(<ChatPopup title="Travel" components={{ ChatHeader: Header }} defaultOpen />);
  const dialog = screen.getByRole("dialog", { name: "Travel desk" });
  expect(screen.queryByRole("button", { name: "Close chat" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Leave" }));
  expect(dialog).not.toBeVisible();
});

test("a header of the application extends the built-in one", () => {
  const Header = (props: ChatHeaderProps) => (
    <ChatHeader {...props} end={<output>Online</output>} />
  );
  renderWithAgent(<ChatPopup components={{ ChatHeader: Header }} defaultOpen />);
  const header = screen.getByText("Online").parentElement;
  expect(header).toContainElement(screen.getByRole("button", { name: "Close chat" }));
});
