import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Agent } from "../../../src/protocol/agent.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { type ScriptedAgent, scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { endRun, startRun } from "../../hooks/toolChat.tsx";

const chips = () => screen.findByRole("list", { name: "Suggestions" });

const answering = () =>
  scriptedAgent(textRun("Hello"), textRun('["And then?", "Why?"]'), textRun("So"));

function renderChat(
  props: ChatProps,
  agent: Agent & { readonly inputs: ScriptedAgent["inputs"] } = answering(),
) {
  const thread = createThread({ agent });
  const { container } = render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Chat {...props} />
      </ThreadProvider>
    </StrictMode>,
  );
  return { agent, thread, container, user: userEvent.setup() };
}

test("offers generated suggestions above the composer and sends the pressed one", async () => {
  const { agent, thread, user } = renderChat({ suggestions: { generate: {} } });
  await user.type(screen.getByRole("textbox"), "Hi{Enter}");
  const list = within(await chips());
  expect(list.getAllByRole("button").map((one) => one.textContent)).toEqual(["And then?", "Why?"]);
  await user.click(list.getByRole("button", { name: "Why?" }));
  await waitFor(() => expect(agent.inputs[2]?.messages.at(-1)).toMatchObject({ content: "Why?" }));
  expect(screen.getByRole("textbox")).toHaveFocus();
  expect(thread.getSnapshot().messages.filter(({ role }) => role === "user")).toHaveLength(2);
});

test("does not focus the text field after a tap", async () => {
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: query === "(pointer: coarse)" }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const { thread, user } = renderChat({ suggestions: { static: ["Why?"], when: "after" } });
  await act(() => thread.send("Hi"));
  await user.click(within(await chips()).getByRole("button", { name: "Why?" }));
  expect(screen.getByRole("textbox")).not.toHaveFocus();
  expect(document.activeElement).toHaveAttribute("type", "submit");
});

test("hides suggestions while the user types", async () => {
  const { user } = renderChat({ suggestions: { static: ["Shorter"], when: "after" } });
  await user.type(screen.getByRole("textbox"), "Hi{Enter}");
  await chips();
  await user.type(screen.getByRole("textbox"), "x");
  expect(screen.queryByRole("list", { name: "Suggestions" })).not.toBeInTheDocument();
  await user.clear(screen.getByRole("textbox"));
  await chips();
});

test("keeps the space of the row while there are no suggestions", async () => {
  const agent = manualAgent();
  const { container, thread } = renderChat({ suggestions: { generate: {} } }, agent);
  const row = () => container.querySelector(".agk-suggestion-row");
  expect(row()).toBeEmptyDOMElement();
  await act(async () => void thread.send("Hi"));
  await startRun(agent);
  expect(row()).toBeEmptyDOMElement();
  await endRun(agent);
  await waitFor(() => expect(row()).toHaveAttribute("data-loading"));
  expect(row()).toBeEmptyDOMElement();
  await startRun(agent);
  await act(() => agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "s", delta: '["Why?"]' }));
  await endRun(agent);
  expect(row()).toContainElement(await chips());
});

test("offers static suggestions below the composer of an empty conversation", async () => {
  const { user } = renderChat({
    suggestions: { static: ["Plan my week"], generate: {} },
  });
  const field = screen.getByRole("textbox");
  const list = screen.getByRole("list", { name: "Suggestions" });
  expect(field.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.type(field, "Or");
  expect(list).toBeVisible();
  await user.clear(field);
  await user.click(screen.getByRole("button", { name: "Plan my week" }));
  expect(await screen.findByRole("button", { name: "Why?" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Plan my week" })).not.toBeInTheDocument();
});

test("does not offer suggestions for `after` in an empty conversation", () => {
  renderChat({ suggestions: { static: ["Shorter"], when: "after" } });
  expect(screen.queryByRole("button", { name: "Shorter" })).not.toBeInTheDocument();
});

test("`components.Suggestions` replaces the suggestions of a chat", async () => {
  const { thread } = renderChat({
    suggestions: { static: ["Shorter"] },
    components: { Suggestions: () => <p>Chips of my own</p> },
  });
  await act(() => thread.send("Hi"));
  expect(screen.getByText("Chips of my own")).toBeVisible();
});
