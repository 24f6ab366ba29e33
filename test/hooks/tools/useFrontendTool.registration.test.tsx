import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useFrontendTool } from "../../../src/hooks/tools/useFrontendTool.ts";
import type { AgentClient } from "../../../src/store/client/clientTypes.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { type ScriptedAgent, scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callEvents, callRun, resultsIn } from "../../store/tools/calls.ts";
import {
  endRun,
  FrontendTool,
  offeredToolNames,
  renderBelow,
  renderToolChat,
  startRun,
} from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

afterEach(() => vi.restoreAllMocks());

const nothing = () => undefined;

/** Creates a client that logs which tools are registered and removed. */
function createRecordingClient(agent: ScriptedAgent) {
  const client = createAgentClient({ agent });
  const log: string[] = [];
  const registerTool = (tool: Parameters<AgentClient["registerTool"]>[0]) => {
    const { name } = tool;
    log.push(`+${name}`);
    const unregister = client.registerTool(tool);
    return () => {
      log.push(`-${name}`);
      unregister();
    };
  };
  return { client: { ...client, registerTool } as AgentClient, log };
}

/** Creates a library schema that counts its conversions to JSON Schema. */
function countingSchema() {
  const describe = vi.fn(() => ({ type: "object", properties: {} }));
  const schema = () => ({
    "~standard": {
      version: 1 as const,
      vendor: "test",
      validate: (value: unknown) => ({ value: value as object }),
      jsonSchema: { input: describe },
    },
  });
  return { describe, schema };
}

describe("a tool written inline", () => {
  test("is registered once, and its schema is converted per run, not per render", async () => {
    const agent = scriptedAgent(textRun("Hello"));
    const { client, log } = createRecordingClient(agent);
    const { describe, schema } = countingSchema();
    function Inline({ at }: { readonly at: number }) {
      useFrontendTool({
        name: "paint",
        description: `Render ${at}`,
        parameters: schema(),
        handler: () => at,
        render: () => <p>{at}</p>,
      });
      return null;
    }
    const page = renderBelow(client, <Inline at={0} />);
    for (let at = 1; at <= 20; at++) page.show(<Inline at={at} />);
    expect(log).toEqual(["+paint"]);
    expect(describe).not.toHaveBeenCalled();

    await act(() => client.thread().send("Hi"));
    expect(describe).toHaveBeenCalledTimes(1);
    expect(agent.inputs[0]?.tools).toMatchObject([{ name: "paint", description: "Render 20" }]);
    page.unmount();
    expect(log).toEqual(["+paint", "-paint"]);
  });

  test("offers each run its current fields, without removed ones", async () => {
    const agent = scriptedAgent(textRun("Hello"));
    const { show, send } = renderToolChat(
      agent,
      <FrontendTool
        name="paint"
        description="Paints"
        parameters={{ type: "object", required: ["color"] }}
        handler={nothing}
      />,
    );
    await send();
    show(<FrontendTool name="paint" handler={nothing} />);
    await send();
    expect(agent.inputs.map(({ tools }) => tools)).toEqual([
      [
        {
          name: "paint",
          description: "Paints",
          parameters: { type: "object", required: ["color"] },
        },
      ],
      [{ name: "paint", description: "", parameters: { type: "object", properties: {} } }],
    ]);
  });
});

describe("another registration", () => {
  test("under another name, and removes the first registration", async () => {
    const agent = scriptedAgent(textRun("Hello"));
    const { client, log } = createRecordingClient(agent);
    const page = renderBelow(client, <FrontendTool name="paint" handler={nothing} />);
    page.show(<FrontendTool name="draw" handler={nothing} />);
    expect(log).toEqual(["+paint", "-paint", "+draw"]);
    await act(() => client.thread().send("Hi"));
    expect(offeredToolNames(agent)).toEqual([["draw"]]);
  });

  test("useFrontendTool registers again for another agent", async () => {
    const [left, right] = [scriptedAgent(textRun("L")), scriptedAgent(textRun("R"))];
    const client = createAgentClient({ agents: { left, right } });
    const page = renderBelow(
      client,
      <FrontendTool name="paint" agentId="left" handler={nothing} />,
    );
    page.show(<FrontendTool name="paint" agentId="right" handler={nothing} />);
    await act(() => client.thread({ agentId: "left" }).send("Hi"));
    await act(() => client.thread({ agentId: "right" }).send("Hi"));
    expect([offeredToolNames(left), offeredToolNames(right)]).toEqual([[[]], [["paint"]]]);
  });

  test("under a name that another component uses, as the last one, which renders the calls", async () => {
    vi.spyOn(console, "warn").mockImplementation(nothing);
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    const both = (name: string) => (
      <>
        <FrontendTool
          name={name}
          handler={() => "red"}
          render={({ result }) => <p>first: {String(result)}</p>}
        />
        <FrontendTool
          name="paint"
          handler={() => "blue"}
          render={({ result }) => <p>second: {String(result)}</p>}
        />
      </>
    );
    const { show, send } = renderToolChat(agent, both("draw"));
    show(both("paint"));
    await send();
    expect(screen.getByText("first: red")).toBeVisible();
  });
});

describe("unmounting", () => {
  test("removes the tool", async () => {
    const agent = scriptedAgent(textRun("Hello"));
    const { show, send } = renderToolChat(agent, <FrontendTool name="paint" handler={nothing} />);
    await send();
    show(null);
    await send();
    expect(offeredToolNames(agent)).toEqual([["paint"], []]);
  });

  test("during a run answers the call with an error, and the conversation continues", async () => {
    const agent = manualAgent();
    const handler = vi.fn();
    const { show, begin } = renderToolChat(agent, <FrontendTool name="paint" handler={handler} />);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("paint")]));
    show(null);
    await endRun(agent);
    await startRun(agent);
    expect(handler).not.toHaveBeenCalled();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "unknown tool" });
    await endRun(agent);
  });
});

describe("two components with one tool name", () => {
  const paintTool = (key: string, color: string) => (
    <FrontendTool
      key={key}
      name="paint"
      handler={() => color}
      render={({ result }) => <p>{`${key} painted ${String(result)}`}</p>}
    />
  );

  test("the one mounted last handles and renders calls, with a warning, until it unmounts", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(nothing);
    const agent = scriptedAgent(
      callRun(call("paint", {}, "c1")),
      textRun("Done"),
      callRun(call("paint", {}, "c2")),
      textRun("Done"),
    );
    const { show, send } = renderToolChat(agent, paintTool("first", "red"));
    show([paintTool("first", "red"), paintTool("second", "blue")]);
    await send();
    expect(screen.getByText("second painted blue")).toBeVisible();
    expect(agent.inputs[0]?.tools).toHaveLength(1);
    await waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('"paint"'));

    show([paintTool("first", "red")]);
    // The remaining component renders the call that the other answered.
    expect(screen.getByText("first painted blue")).toBeVisible();
    await send();
    expect(screen.getByText("first painted red")).toBeVisible();
  });
});

test("a run that starts in an effect offers the tools of later components", async () => {
  const agent = scriptedAgent(textRun("Hello"));
  function Greeter() {
    const thread = useThread();
    useEffect(() => void thread.send("Hi"), [thread]);
    return null;
  }
  render(
    <AgentProvider agent={agent}>
      <Greeter />
      <FrontendTool name="paint" handler={nothing} />
      <Chat />
    </AgentProvider>,
  );
  await screen.findByText("Hello");
  expect(offeredToolNames(agent)).toEqual([["paint"]]);
});

test("useFrontendTool throws `missing-provider` outside both providers", () => {
  vi.spyOn(console, "error").mockImplementation(nothing);
  expect(() => renderHook(() => useFrontendTool({ name: "paint", handler: nothing }))).toThrowError(
    expect.objectContaining({ code: "missing-provider" }),
  );
});
