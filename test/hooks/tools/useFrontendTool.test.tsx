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
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callEvents, callRun, resultsIn } from "../../store/tools/calls.ts";
import { endRun, FrontendTool, renderToolChat, startRun } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

const never = () => new Promise<never>(() => {});

describe("a frontend tool", () => {
  test("runs when the agent calls it, and the conversation continues with its result", async () => {
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
    const { user } = renderToolChat(agent, <Page />);
    await user.type(screen.getByRole("textbox"), "Make it dark{Enter}");
    const log = screen.getByRole("log");
    expect(await within(log).findByText("Dark now")).toBeVisible();
    expect(screen.getByText("The page is dark")).toBeVisible();
    expect(within(log).getByText("Done")).toBeVisible();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "Done." });
    expect(agent.inputs).toHaveLength(2);
  });

  test("runs the handler of the latest render, even of one during the run", async () => {
    const agent = manualAgent();
    const tool = (color: string) => <FrontendTool name="paint" handler={() => color} />;
    const { show, begin } = renderToolChat(agent, tool("red"));
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("paint")]));
    show(tool("green"));
    await endRun(agent);
    await startRun(agent);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "green" });
    await endRun(agent);
  });

  test("edits the shared state, which is rendered and sent to the agent", async () => {
    const agent = scriptedAgent(callRun(call("add", { task: "Rest" })), textRun("Added"));
    function Tasks() {
      const tasks = useSharedState((state: { tasks?: readonly string[] }) => state.tasks);
      useFrontendTool<{ task: string }>({
        name: "add",
        handler: ({ task }, { setState }) => setState(() => ({ tasks: ["Work", task] })),
      });
      return <p>{tasks?.join(", ")}</p>;
    }
    const { send } = renderToolChat(agent, <Tasks />);
    await send();
    expect(screen.getByText("Work, Rest")).toBeVisible();
    expect(agent.inputs[1]?.state).toEqual({ tasks: ["Work", "Rest"] });
  });

  test("is neither offered nor run while unavailable", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("A pity"), textRun("Hello"));
    const handler = vi.fn();
    const tool = (available: boolean) => (
      <FrontendTool name="paint" available={available} handler={handler} />
    );
    const { show, send } = renderToolChat(agent, tool(false));
    // The agent calls the tool although it was not offered.
    await send();
    expect(agent.inputs[0]?.tools ?? []).toEqual([]);
    expect(handler).not.toHaveBeenCalled();
    show(tool(true));
    await send();
    expect(agent.inputs.at(-1)?.tools).toMatchObject([{ name: "paint" }]);
  });

  test("fails a call when it becomes unavailable during the run", async () => {
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
    const { show, begin } = renderToolChat(agent, tool(true));
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
    ["arguments that do not match the schema", { color: 5 }, /color/],
    ["invalid JSON", '{"color":', /not valid JSON/],
  ])(
    "answers a call with %s with an error, and the conversation continues",
    async (_how, args, reason) => {
      const agent = scriptedAgent(callRun(call("paint", args)), textRun("Sorry"));
      const handler = vi.fn();
      const { send } = renderToolChat(
        agent,
        <FrontendTool
          name="paint"
          parameters={{
            type: "object",
            properties: { color: { type: "string" } },
            required: ["color"],
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
    },
  );

  test("fails with the message of a thrown error, which is sent to the agent", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Sorry"));
    const { send } = renderToolChat(
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

  test("ends the turn with `followUp: false`", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Never"));
    const { thread, send } = renderToolChat(
      agent,
      <FrontendTool name="paint" followUp={false} handler={() => "red"} />,
    );
    await send();
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(thread.getSnapshot()).c1).toMatchObject({ content: "red" });
    expect(screen.queryByRole("button", { name: "Continue" })).not.toBeInTheDocument();
  });
});

describe("a handler of a component that remounts", () => {
  test("the handler runs once when its component remounts while it runs, and two chats show the thread", async () => {
    const agent = scriptedAgent(callRun(call("pay")), textRun("Paid"));
    let finishPaying = (_receipt: string) => {};
    const handler = vi.fn(() => new Promise<string>((resolve) => (finishPaying = resolve)));
    const siblings = (key: string) => (
      <>
        <FrontendTool key={key} name="pay" handler={handler} />
        <Chat label="The same" />
      </>
    );
    const { show, begin } = renderToolChat(agent, siblings("first"));
    begin();
    await waitFor(() => expect(handler).toHaveBeenCalled());
    show(siblings("second"));
    show(null);
    show(siblings("third"));
    act(() => finishPaying("receipt"));
    await waitFor(() => expect(screen.getAllByText("Paid").length).toBeGreaterThan(1));
    expect(handler).toHaveBeenCalledTimes(1);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "receipt" });
    expect(agent.inputs).toHaveLength(2);
  });

  test("the handler runs once when its component remounts between the call and the end of the run", async () => {
    const agent = manualAgent();
    const handler = vi.fn(() => "receipt");
    const tool = (key: string) => <FrontendTool key={key} name="pay" handler={handler} />;
    const { show, begin } = renderToolChat(agent, tool("first"));
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

describe("stopping a thread", () => {
  test("aborts the handlers of this thread, not those of another", async () => {
    const callingAgent = () => scriptedAgent(callRun(call("work")), textRun("Done"));
    const client = createAgentClient({ agents: { left: callingAgent(), right: callingAgent() } });
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

  test("unmounting the AgentProvider aborts running handlers", async () => {
    const agent = scriptedAgent(callRun(call("work")), textRun("Done"));
    let handlerSignal: AbortSignal | undefined;
    const { unmount } = render(
      <StrictMode>
        <AgentProvider agent={agent}>
          <FrontendTool
            name="work"
            handler={(_, { signal }) => {
              handlerSignal = signal;
              return never();
            }}
          />
          <Chat suggestions={["Go"]} />
        </AgentProvider>
      </StrictMode>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Go" }));
    await waitFor(() => expect(handlerSignal).toBeDefined());
    expect(handlerSignal?.aborted).toBe(false);
    unmount();
    await waitFor(() => expect(handlerSignal?.aborted).toBe(true));
    expect(agent.inputs).toHaveLength(1);
  });
});
