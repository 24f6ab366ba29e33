import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { RunStatusRow } from "../../../src/components/status/RunStatusRow.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts, InterruptRenderer, renderToolChat } from "../../hooks/toolChat.tsx";
import { runStatusRow } from "../chatElements.ts";

test("the status has a label while a card of the application asks one of two questions", async () => {
  const questions = [
    { id: "i1", reason: "approval" },
    { id: "i2", reason: "other" },
  ];
  const { send } = renderToolChat(
    scriptedAgent(callsWithInterrupts(questions)),
    <InterruptRenderer key="t" reason="other" render={() => null} />,
    { chat: { components: {} } },
  );
  await send();
  expect(document.querySelectorAll("section.agk-interrupt")).toHaveLength(1);
  expect(runStatusRow()).toHaveTextContent("Needs your input");
});

test("the status has a label below a transcript without cards, also beside a closed popup with one", async () => {
  const agent = scriptedAgent(callsWithInterrupts([{ id: "i1", reason: "approval" }]));
  const client = createAgentClient({ agent });
  render(
    <AgentProvider client={client}>
      <RunStatusRow />
      <ChatPopup defaultOpen />
    </AgentProvider>,
  );
  const [row] = document.querySelectorAll(".agk-run-status");
  await act(() => client.thread().send("Go"));
  await waitFor(() => expect(document.querySelector("section.agk-interrupt")).not.toBeNull());
  expect(row).toBeEmptyDOMElement();
  await userEvent.click(screen.getByRole("button", { name: "Close chat" }));
  await waitFor(() => expect(row).toHaveTextContent("Needs your input"));
});
