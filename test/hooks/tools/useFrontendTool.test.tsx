import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useSharedState } from "../../../src/hooks/sharedState/useSharedState.ts";
import { useFrontendTool } from "../../../src/hooks/tools/useFrontendTool.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { call, callEvents, callRun, resultsIn } from "../../store/tools/calls.ts";
import { endRun, FrontendTool, renderChat, startRun } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

const never = () => new Promise<never>(() => {});

describe("a tool of the page", () => {
  test("acts when the agent calls it, and the conversation goes on with its answer", async () => {
    const agent = scriptedAgent(callRun(call("set_theme", { theme: "dark" })), textRun("Dark now"));
    function Page() {
      const [theme, setTheme] = useState("light");
      useFrontendTool({
        name: "set_theme",
        parameters: z.object({ theme: z.enum(["light", "dark"]) }),
        handler: ({ theme }) => setTheme(theme),
      });
      return <p>The page is {theme}</p>;
    }
    const { user } = renderChat(agent, <Page />);
    await user.type(screen.getByRole("textbox"), "Make it dark{Enter}");
    const log = screen.getByRole("log");
    expect(await within(log).findByText("Dark now")).toBeVisible();
    expect(screen.getByText("The page is dark")).toBeVisible();
    expect(within(log).getByText("Done")).toBeVisible();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "Done." });
    expect(agent.inputs).toHaveLength(2);
  });

  test("runs the handler of the last render, also of one while the agent answered", async () => {
    const agent = manualAgent();
    const tool = (colour: string) => <FrontendTool name="paint" handler={() => colour} />;
    const { show, begin } = renderChat(agent, tool("red"));
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("paint")]));
    show(tool("green"));
    await endRun(agent);
    await startRun(agent);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "green" });
    await endRun(agent);
  });

  test("edits the shared state, for the page and for the agent", async () => {
    const agent = scriptedAgent(callRun(call("add", { task: "Rest" })), textRun("Added"));
    function Tasks() {
      const tasks = useSharedState((state: { tasks?: readonly string[] }) => state.tasks);
      useFrontendTool<{ task: string }>({
        name: "add",
        handler: ({ task }, { setState }) => setState(() => ({ tasks: ["Work", task] })),
      });
      return <p>{tasks?.join(", ")}</p>;
    }
    const { send } = renderChat(agent, <Tasks />);
    await send();
    expect(screen.getByText("Work, Rest")).toBeVisible();
    expect(agent.inputs[1]?.state).toEqual({ tasks: ["Work", "Rest"] });
  });

  test("that is not available is neither offered nor run", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("A pity"), textRun("Hello"));
    const handler = vi.fn();
    const tool = (available: boolean) => (
      <FrontendTool name="paint" available={available} handler={handler} />
    );
    const { show, send } = renderChat(agent, tool(false));
    // Named by an agent that has not heard.
    await send();
    expect(agent.inputs[0]?.tools ?? []).toEqual([]);
    expect(handler).not.toHaveBeenCalled();
    show(tool(true));
    await send();
    expect(agent.inputs.at(-1)?.tools).toMatchObject([{ name: "paint" }]);
  });

  test("that becomes unavailable while the agent answers is refused", async () => {
    const agent = manualAgent();
    const handler = vi.fn();
    const tool = (available: boolean) => (
      <FrontendTool
        name="paint"
        available={available}
        handler={handler}
        render={({ status, error }) => <p>{`${status}: ${error}`}</p>}
      />
    );
    const { show, begin } = renderChat(agent, tool(true));
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("paint")]));
    show(tool(false));
    await endRun(agent);
    await startRun(agent);
    expect(screen.getByText("failed: not available")).toBeVisible();
    expect(handler).not.toHaveBeenCalled();
    await endRun(agent);
  });

  test.each([
    ["with arguments that are not what it asks for", { colour: 5 }, /colour/],
    ["with broken JSON", '{"colour":', /not valid JSON/],
  ])("that is called %s tells the agent and goes on", async (_how, args, reason) => {
    const agent = scriptedAgent(callRun(call("paint", args)), textRun("Sorry"));
    const handler = vi.fn();
    const { send } = renderChat(
      agent,
      <FrontendTool
        name="paint"
        parameters={{
          type: "object",
          properties: { colour: { type: "string" } },
          required: ["colour"],
        }}
        handler={handler}
        render={({ status, result, error }) => (
          <p>{[status, result === undefined, error].join(" ")}</p>
        )}
      />,
    );
    await send();
    expect(handler).not.toHaveBeenCalled();
    const { content, error } = resultsIn(agent.inputs[1]).c1 ?? {};
    expect(content).toMatch(reason);
    expect(screen.getByText(`failed true ${error}`)).toBeVisible();
    expect(screen.getByText("Sorry")).toBeVisible();
  });

  test("that throws has failed, says why, and the agent hears of it", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Sorry"));
    const { send } = renderChat(
      agent,
      <FrontendTool
        name="paint"
        handler={() => {
          throw new Error("The brush broke");
        }}
        render={({ status, error }) => <p>{`${status}: ${error}`}</p>}
      />,
    );
    await send();
    expect(screen.getByText("failed: The brush broke")).toBeVisible();
    expect(resultsIn(agent.inputs[1]).c1?.content).toContain("The brush broke");
  });

  test("that wants no follow-up ends the turn", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Never"));
    const { thread, send } = renderChat(
      agent,
      <FrontendTool name="paint" followUp={false} handler={() => "red"} />,
    );
    await send();
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(thread.getSnapshot()).c1).toMatchObject({ content: "red" });
    expect(screen.queryByRole("button", { name: "Continue" })).not.toBeInTheDocument();
  });
});

describe("a handler runs once", () => {
  test("though its component is mounted anew while it works, and two chats show the thread", async () => {
    const agent = scriptedAgent(callRun(call("pay")), textRun("Paid"));
    let finishPaying = (_receipt: string) => {};
    const handler = vi.fn(() => new Promise<string>((resolve) => (finishPaying = resolve)));
    const beside = (key: string) => (
      <>
        <FrontendTool key={key} name="pay" handler={handler} />
        <Chat label="The same" />
      </>
    );
    const { show, begin } = renderChat(agent, beside("first"));
    begin();
    await waitFor(() => expect(handler).toHaveBeenCalled());
    show(beside("second"));
    show(null);
    show(beside("third"));
    act(() => finishPaying("receipt"));
    await waitFor(() => expect(screen.getAllByText("Paid").length).toBeGreaterThan(1));
    expect(handler).toHaveBeenCalledTimes(1);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "receipt" });
    expect(agent.inputs).toHaveLength(2);
  });

  test("though its component is mounted anew between the call and the end of the run", async () => {
    const agent = manualAgent();
    const handler = vi.fn(() => "receipt");
    const tool = (key: string) => <FrontendTool key={key} name="pay" handler={handler} />;
    const { show, begin } = renderChat(agent, tool("first"));
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("pay")]));
    show(tool("second"));
    await endRun(agent);
    await startRun(agent);
    expect(handler).toHaveBeenCalledTimes(1);
    await endRun(agent);
  });
});

describe("stopping", () => {
  test("ends the handlers of this thread, and not those of another", async () => {
    const calling = () => scriptedAgent(callRun(call("work")), textRun("Done"));
    const client = createAgentClient({ agents: { left: calling(), right: calling() } });
    const signals = new Map<string | undefined, AbortSignal>();
    render(
      <StrictMode>
        <AgentProvider client={client}>
          <FrontendTool
            name="work"
            handler={(_, { signal, thread }) => {
              signals.set(thread.agentId, signal);
              return never();
            }}
          />
          {["left", "right"].map((agentId) => (
            <ThreadProvider key={agentId} agentId={agentId}>
              <Chat label={agentId} />
            </ThreadProvider>
          ))}
        </AgentProvider>
      </StrictMode>,
    );
    for (const agentId of client.agentIds) act(() => void client.thread({ agentId }).send("Hi"));
    await waitFor(() => expect(signals.size).toBe(2));
    const left = within(screen.getByRole("region", { name: "left" }));
    await userEvent.click(await left.findByRole("button", { name: "Stop" }));
    expect(await left.findByText("Stopped", { selector: ".agk-label" })).toBeVisible();
    expect(signals.get("left")?.aborted).toBe(true);
    expect(signals.get("right")?.aborted).toBe(false);
    act(() => client.dispose());
  });

  test("the provider's own client stops its handlers when it unmounts", async () => {
    const agent = scriptedAgent(callRun(call("work")), textRun("Done"));
    let own: AbortSignal | undefined;
    const { unmount } = render(
      <StrictMode>
        <AgentProvider agent={agent}>
          <FrontendTool
            name="work"
            handler={(_, { signal }) => {
              own = signal;
              return never();
            }}
          />
          <Chat suggestions={["Go"]} />
        </AgentProvider>
      </StrictMode>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Go" }));
    await waitFor(() => expect(own).toBeDefined());
    expect(own?.aborted).toBe(false);
    unmount();
    await waitFor(() => expect(own?.aborted).toBe(true));
    expect(agent.inputs).toHaveLength(1);
  });
});
