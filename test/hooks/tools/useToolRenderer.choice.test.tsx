import { act, render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callRun } from "../../store/tools/calls.ts";
import { renderChat, ToolRenderer } from "../toolChat.tsx";

describe("of several renderers", () => {
  const mark = (text: string) => () => <p>{text}</p>;

  test("`*` draws what has none of its own, wherever it is mounted", async () => {
    const any = <ToolRenderer key="any" name="*" render={mark("any renderer")} />;
    const own = <ToolRenderer key="own" name="weather" render={mark("own renderer")} />;
    const { show, send } = renderChat(scriptedAgent(callRun(call("weather"))), [own, any]);
    await send();
    expect(screen.getByText("own renderer")).toBeVisible();
    show([any]);
    expect(screen.getByText("any renderer")).toBeVisible();
    show([any, own]);
    expect(screen.getByText("own renderer")).toBeVisible();
    show(null);
    // The default card, which names the tool.
    expect(screen.getByText("weather")).toBeVisible();
    expect(screen.queryByText(/renderer$/)).not.toBeInTheDocument();
  });

  test("the one for the agent comes before one for all, and that of another does not count", async () => {
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

  test("one by name comes before `*`, also where that one is nearer", async () => {
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

  test("that of a thread made elsewhere comes before the client's, which it falls back on", async () => {
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
