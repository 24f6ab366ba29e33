import { render } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

const page = (
  <AgentProvider agent={manualAgent()}>
    <Chat suggestions={["Why?"]} />
    <Chat />
  </AgentProvider>
);

test("a page without the style sheet gets one warning, and icons have the size of text", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const { container, unmount } = render(page);
  const icons = [...container.querySelectorAll("svg")];
  expect(icons.length).toBeGreaterThan(0);
  for (const icon of icons) {
    const { width, height } = icon.getBoundingClientRect();
    expect([width, height]).toEqual([16, 16]);
  }
  unmount();
  render(page);
  const warnings = warn.mock.calls.map(([text]) => String(text));
  expect(warnings).toEqual([expect.stringContaining('import "agui-kit/styles.css"')]);
});
