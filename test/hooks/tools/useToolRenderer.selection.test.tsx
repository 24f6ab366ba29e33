import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { ToolRenderProps } from "../../../src/hooks/tools/toolRenderers.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";
import {
  callsWithInterrupts,
  endRun,
  HumanTool,
  renderToolChat,
  startRun,
  ToolRenderer,
} from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

describe("several tool renderers", () => {
  const mark = (text: string) => () => <p>{text}</p>;

  test("`*` renders tools without a renderer, in any mount order", async () => {
    const any = <ToolRenderer key="any" name="*" render={mark("any renderer")} />;
    const own = <ToolRenderer key="own" name="weather" render={mark("own renderer")} />;
    const { show, send } = renderToolChat(scriptedAgent(callRun(call("weather"))), [own, any]);
    await send();
    expect(screen.getByText("own renderer")).toBeVisible();
    show([any]);
    expect(screen.getByText("any renderer")).toBeVisible();
    show([any, own]);
    expect(screen.getByText("own renderer")).toBeVisible();
    show(null);
    // The default card, which names the tool.
    expect(screen.getByText("Weather")).toBeVisible();
    expect(screen.queryByText(/renderer$/)).not.toBeInTheDocument();
  });

  test("a renderer for the agent takes precedence over a common one, and other agents' are ignored", async () => {
    const client = createAgentClient({
      agents: { left: scriptedAgent(callRun(call("weather"))), right: manualAgent() },
    });
    render(
      <AgentProvider client={client}>
        <ToolRenderer name="weather" agentId="left" render={mark("left renderer")} />
        <ToolRenderer name="weather" render={mark("common renderer")} />
        <ToolRenderer name="weather" agentId="right" render={mark("right renderer")} />
        <Chat />
      </AgentProvider>,
    );
    await act(() => client.thread().send("Hi"));
    expect(screen.getByText("left renderer")).toBeVisible();
    expect(screen.queryByText("common renderer")).not.toBeInTheDocument();
  });

  test("a renderer for the name takes precedence over a nearer `*`", async () => {
    const thread = createThread({
      agent: scriptedAgent(callRun(call("weather", {}, "w"), call("news", {}, "n"))),
    });
    render(
      <AgentProvider agent={manualAgent()}>
        <ToolRenderer name="weather" render={mark("weather renderer")} />
        <ThreadProvider thread={thread}>
          <ToolRenderer name="*" render={mark("any renderer")} />
          <Chat />
        </ThreadProvider>
      </AgentProvider>,
    );
    await act(() => thread.send("Hi"));
    expect(screen.getByText("weather renderer")).toBeVisible();
    expect(screen.getByText("any renderer")).toBeVisible();
  });

  test("a renderer of a thread created elsewhere takes precedence over the client's", async () => {
    const thread = createThread({
      agent: scriptedAgent(callRun(call("weather", {}, "w"), call("news", {}, "n"))),
    });
    render(
      <AgentProvider agent={manualAgent()}>
        <ToolRenderer name="weather" render={mark("client renderer")} />
        <ToolRenderer name="news" render={mark("news renderer")} />
        <ThreadProvider thread={thread}>
          <ToolRenderer name="weather" render={mark("thread renderer")} />
          <Chat />
        </ThreadProvider>
      </AgentProvider>,
    );
    await act(() => thread.send("Hi"));
    expect(screen.getByText("thread renderer")).toBeVisible();
    expect(screen.getByText("news renderer")).toBeVisible();
    expect(screen.queryByText("client renderer")).not.toBeInTheDocument();
  });
});

describe("`respond` and `reject` of a closed call", () => {
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

  test("respond and reject change nothing for a call that the server executes", async () => {
    const agent = manualAgent();
    const { thread, begin } = renderToolChat(
      agent,
      <ToolRenderer name="weather" render={buttons} />,
    );
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

  test("respond and reject change nothing for a call with an open interrupt, which must be answered itself", async () => {
    const agent = scriptedAgent(
      callsWithInterrupts([{ id: "i1", reason: "tool_call", toolCallId: "c1" }], call("weather")),
    );
    const { thread, send } = renderToolChat(
      agent,
      <ToolRenderer name="weather" render={buttons} />,
    );
    await send();
    const before = thread.getSnapshot();
    await clickAll();
    expect(thread.getSnapshot()).toBe(before);
  });

  test("respond and reject change nothing for a call that was answered", async () => {
    const agent = scriptedAgent(callRun(call("ask")), textRun("Thanks"));
    const { thread, send } = renderToolChat(agent, <HumanTool name="ask" render={buttons} />);
    await send();
    await userEvent.click(screen.getByRole("button", { name: "Answer" }));
    await screen.findByText("Thanks");
    await clickAll();
    expect(agent.inputs).toHaveLength(2);
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("complete");
  });
});
