import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { ToolRenderProps } from "../../../src/hooks/tools/toolRenderers.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";
import { askingRun, endRun, HumanTool, renderChat, startRun, ToolRenderer } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

describe("answering changes nothing", () => {
  const buttons = ({ status, respond, reject }: ToolRenderProps) => (
    <>
      <p>{status}</p>
      <button type="button" onClick={() => void respond("mine")}>
        Answer
      </button>
      <button type="button" onClick={() => void reject()}>
        Decline
      </button>
    </>
  );
  const clickAll = async () => {
    for (const button of ["Answer", "Decline"]) {
      await userEvent.click(screen.getByRole("button", { name: button }));
    }
  };

  test("of a call that the server is executing", async () => {
    const agent = manualAgent();
    const { thread, begin } = renderChat(agent, <ToolRenderer name="weather" render={buttons} />);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("weather")]));
    await clickAll();
    await emit(agent, {
      type: "TOOL_CALL_RESULT",
      messageId: "r1",
      toolCallId: "c1",
      content: "sunny",
    });
    await endRun(agent);
    const results = thread.getSnapshot().messages.filter(({ role }) => role === "tool");
    expect(results).toMatchObject([{ content: "sunny" }]);
    expect(agent.inputs).toHaveLength(1);
  });

  test("of a call that an interrupt holds: that wants its own answer", async () => {
    const agent = scriptedAgent(
      askingRun([{ id: "i1", reason: "tool_call", toolCallId: "c1" }], call("weather")),
    );
    const { thread, send } = renderChat(agent, <ToolRenderer name="weather" render={buttons} />);
    await send();
    const before = thread.getSnapshot();
    await clickAll();
    expect(thread.getSnapshot()).toBe(before);
  });

  test("of a call that is answered", async () => {
    const agent = scriptedAgent(callRun(call("ask")), textRun("Thanks"));
    const { thread, send } = renderChat(agent, <HumanTool name="ask" render={buttons} />);
    await send();
    await userEvent.click(screen.getByRole("button", { name: "Answer" }));
    await screen.findByText("Thanks");
    await clickAll();
    expect(agent.inputs).toHaveLength(2);
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("complete");
  });
});
