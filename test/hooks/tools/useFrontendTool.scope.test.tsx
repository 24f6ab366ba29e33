import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callRun, resultsIn } from "../../store/tools/calls.ts";
import { FrontendTool, offeredToolNames, renderBelow } from "../toolChat.tsx";

afterEach(() => vi.restoreAllMocks());

const nothing = () => undefined;

describe("the scope of a frontend tool", () => {
  test("the tool belongs to the client, and answers in threads that are not shown", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    const client = createAgentClient({ agent });
    renderBelow(
      client,
      <ThreadProvider threadId="shown">
        <FrontendTool name="paint" handler={() => "red"} />
        <Chat />
      </ThreadProvider>,
    );
    await act(() => client.thread({ threadId: "elsewhere" }).send("Hi"));
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "red" });
  });

  test("the tool belongs to one agent, where it takes precedence over a common tool", async () => {
    const agents = {
      left: scriptedAgent(callRun(call("paint")), textRun("Left done")),
      right: scriptedAgent(callRun(call("paint")), textRun("Right done")),
    };
    const client = createAgentClient({ agents });
    const draw = ({ result }: { readonly result: unknown }) => <p>{String(result)}</p>;
    renderBelow(
      client,
      <>
        <FrontendTool
          name="paint"
          agentId="left"
          handler={() => "red"}
          render={(props) => <div data-testid="left">{draw(props)}</div>}
        />
        <FrontendTool name="paint" handler={() => "blue"} render={draw} />
        <ThreadProvider agentId="left">
          <Chat label="Left" />
        </ThreadProvider>
        <ThreadProvider agentId="right">
          <Chat label="Right" />
        </ThreadProvider>
      </>,
    );
    await act(() => client.thread({ agentId: "left" }).send("Hi"));
    await act(() => client.thread({ agentId: "right" }).send("Hi"));
    expect(screen.getByRole("region", { name: "Left" })).toContainElement(screen.getByText("red"));
    expect(screen.getByTestId("left")).toHaveTextContent("red");
    expect(screen.getByRole("region", { name: "Right" })).toContainElement(
      screen.getByText("blue"),
    );
  });

  test("the tool belongs to a thread created elsewhere, and to no other", async () => {
    const [own, foreign] = [scriptedAgent(textRun("Own")), scriptedAgent(textRun("Foreign"))];
    const client = createAgentClient({ agent: own });
    const thread = createThread({ agent: foreign });
    const page = renderBelow(
      client,
      <ThreadProvider thread={thread}>
        <FrontendTool name="paint" handler={nothing} />
      </ThreadProvider>,
    );
    await act(() => client.thread().send("Hi"));
    await act(() => thread.send("Hi"));
    page.unmount();
    await act(() => thread.send("Hi"));
    expect([offeredToolNames(own), offeredToolNames(foreign)]).toEqual([[[]], [["paint"], []]]);
  });
});
