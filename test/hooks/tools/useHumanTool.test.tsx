import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, StrictMode } from "react";
import { describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { ToolRenderProps } from "../../../src/hooks/tools/toolRenderers.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { type ScriptedAgent, scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callEvents, callRun, faultsIn, resultsIn } from "../../store/tools/calls.ts";
import { endRun, FrontendTool, HumanTool, renderToolChat, startRun } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

interface Question {
  readonly about?: string;
}

function Card(props: ToolRenderProps<Question>): ReactNode {
  const { toolCallId, status, args, respond, reject } = props;
  const answer = (value: unknown, followUp?: boolean) =>
    void respond(value, followUp === undefined ? {} : { followUp });
  return (
    <section aria-label={`${args?.about ?? toolCallId}`}>
      <p>{status}</p>
      <button type="button" onClick={() => answer({ chosen: toolCallId })}>
        Choose
      </button>
      <button type="button" onClick={() => answer("last word", false)}>
        Choose and stop
      </button>
      <button type="button" onClick={() => void reject("too dear")}>
        Decline
      </button>
    </section>
  );
}

const humanTool = (
  <HumanTool<Question, unknown> name="ask" render={(props) => <Card {...props} />} />
);

const card = (name: string) => screen.getByRole("region", { name });
const click = (name: string, button: string) =>
  userEvent.click(within(card(name)).getByRole("button", { name: button }));
const statusOf = (name: string) => card(name).querySelector("p")?.textContent;

/** Creates an agent that asks several questions in one turn, and thanks for the answers. */
const questionAgent = (...ids: readonly string[]) =>
  scriptedAgent(callRun(...ids.map((id) => call("ask", { about: id }, id))), textRun("Thanks"));

/** Returns the tool results that a run received, by call id. */
const resultTexts = (agent: ScriptedAgent, run = 1) =>
  Object.fromEntries(
    Object.entries(resultsIn(agent.inputs[run])).map(([id, { content }]) => [id, content]),
  );

describe("calls of a human tool", () => {
  test("render at once, are answered in any order, and the agent continues after the last", async () => {
    const agent = questionAgent("a", "b", "c");
    const { send } = renderToolChat(agent, humanTool);
    await send();
    await screen.findByRole("region", { name: "c" });
    expect(["a", "b", "c"].map(statusOf)).toEqual(["waiting", "waiting", "waiting"]);
    await click("c", "Choose");
    await click("a", "Decline");
    await waitFor(() =>
      expect(["a", "b", "c"].map(statusOf)).toEqual(["denied", "waiting", "complete"]),
    );
    expect(agent.inputs).toHaveLength(1);

    await click("b", "Choose");
    expect(await screen.findByText("Thanks", { selector: "p" })).toBeVisible();
    expect(agent.inputs).toHaveLength(2);
    expect(resultTexts(agent)).toEqual({
      a: "The user declined: too dear",
      b: '{"chosen":"b"}',
      c: '{"chosen":"c"}',
    });
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("do not block handlers of the same turn", async () => {
    const agent = scriptedAgent(
      callRun(call("ask", { about: "a" }, "a"), call("paint", {}, "p")),
      textRun("Thanks"),
    );
    const paint = vi.fn(() => "red");
    const { send } = renderToolChat(
      agent,
      <>
        {humanTool}
        <FrontendTool name="paint" handler={paint} />
      </>,
    );
    await send();
    expect(paint).toHaveBeenCalledTimes(1);
    expect(statusOf("a")).toBe("waiting");
    await click("a", "Choose");
    await screen.findByText("Thanks", { selector: "p" });
    expect(resultTexts(agent)).toEqual({ a: '{"chosen":"a"}', p: "red" });
  });

  test("accept one answer, however often the user clicks", async () => {
    const agent = questionAgent("a");
    const { send, user } = renderToolChat(agent, humanTool);
    await send();
    const button = within(card("a")).getByRole("button", { name: "Choose" });
    await Promise.all([user.click(button), user.click(button), click("a", "Decline")]);
    await screen.findByText("Thanks", { selector: "p" });
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]?.messages.filter(({ role }) => role === "tool")).toHaveLength(1);
  });

  test("end the turn with `followUp: false`, and the next message continues", async () => {
    const agent = questionAgent("a");
    const { send } = renderToolChat(agent, humanTool);
    await send();
    await click("a", "Choose and stop");
    await waitFor(() => expect(statusOf("a")).toBe("complete"));
    expect(agent.inputs).toHaveLength(1);
    expect(screen.queryByText("Needs your input", { selector: ".agk-label" })).toBeNull();
    await send("And now?");
    expect(resultTexts(agent)).toEqual({ a: "last word" });
    expect(agent.inputs).toHaveLength(2);
  });

  test("fail with arguments that do not match the schema", async () => {
    const agent = questionAgent("a");
    const { send } = renderToolChat(
      agent,
      <HumanTool
        name="ask"
        parameters={{ type: "object", properties: { about: { type: "number" } } }}
        render={(props: ToolRenderProps<Question>) => <Card {...props} />}
      />,
    );
    await send();
    expect(statusOf("a")).toBe("failed");
    expect(resultTexts(agent).a).toMatch(/about/);
  });

  test("can be answered during the run, and the agent continues after it", async () => {
    const agent = manualAgent();
    const { begin } = renderToolChat(agent, humanTool);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("ask", { about: "a" }, "a")]));
    expect(statusOf("a")).toBe("pending");
    await click("a", "Choose");
    await waitFor(() => expect(statusOf("a")).toBe("complete"));
    await endRun(agent);
    await startRun(agent);
    expect(resultsIn(agent.inputs[1]).a).toMatchObject({ content: '{"chosen":"a"}' });
    await endRun(agent);
  });
});

describe("a call that waits for the user", () => {
  test("the call keeps waiting while its component is unmounted, and can be answered when it is back", async () => {
    const agent = questionAgent("a");
    const { show, send } = renderToolChat(agent, humanTool);
    await send();
    show(null);
    // The default card shows that the call waits.
    const log = within(screen.getByRole("log"));
    expect(log.getByText("Ask")).toBeVisible();
    expect(log.getAllByText("Needs your input")[0]).toBeVisible();
    show(humanTool);
    expect(statusOf("a")).toBe("waiting");
    await click("a", "Choose");
    expect(await screen.findByText("Thanks", { selector: "p" })).toBeVisible();
    expect(resultTexts(agent)).toEqual({ a: '{"chosen":"a"}' });
  });

  test("the call can be declined in the default card", async () => {
    const agent = questionAgent("a");
    const { show, send, user } = renderToolChat(agent, humanTool);
    await send();
    show(null);
    await user.click(screen.getByRole("button", { name: "Deny" }));
    expect(await screen.findByText("Thanks", { selector: "p" })).toBeVisible();
    expect(resultTexts(agent)).toEqual({ a: "The user declined this call." });
    expect(screen.getByRole("textbox")).toHaveFocus();
  });

  test("the call keeps waiting while another thread is shown that has a call with the same id", async () => {
    const agents = { left: questionAgent("a"), right: questionAgent("a") };
    const client = createAgentClient({ agents });
    const view = (agentId: string) => (
      <StrictMode>
        <AgentProvider client={client}>
          {humanTool}
          <ThreadProvider agentId={agentId}>
            <Chat />
          </ThreadProvider>
        </AgentProvider>
      </StrictMode>
    );
    const { rerender } = render(view("left"));
    for (const agentId of client.agentIds) await act(() => client.thread({ agentId }).send("Hi"));
    rerender(view("right"));
    await click("a", "Decline");
    await screen.findByText("Thanks", { selector: "p" });
    expect(resultTexts(agents.right)).toEqual({ a: "The user declined: too dear" });

    rerender(view("left"));
    expect(statusOf("a")).toBe("waiting");
    expect(agents.left.inputs).toHaveLength(1);
    await click("a", "Choose");
    await screen.findByText("Thanks", { selector: "p" });
    expect(resultTexts(agents.left)).toEqual({ a: '{"chosen":"a"}' });
  });

  test("the call keeps waiting in a restored snapshot", async () => {
    const before = createThread({ agent: questionAgent("a", "b") });
    before.registerTool({ name: "ask" });
    await before.send("Hi");
    await before.answerToolCall("b", { value: "early" });
    const stored: unknown = JSON.parse(JSON.stringify(before.getSnapshot()));

    const agent = scriptedAgent(textRun("Welcome back"));
    const thread = createThread({
      agent,
      // A snapshot after a JSON round trip.
      snapshot: stored as ReturnType<Thread["getSnapshot"]>,
    });
    render(
      <ThreadProvider thread={thread}>
        {humanTool}
        <Chat />
      </ThreadProvider>,
    );
    expect(["a", "b"].map(statusOf)).toEqual(["waiting", "complete"]);
    await click("a", "Choose");
    expect(await screen.findByText("Welcome back", { selector: "p" })).toBeVisible();
    expect(resultTexts(agent, 0)).toEqual({ a: '{"chosen":"a"}', b: "early" });
  });
});

describe("a user message instead of an answer", () => {
  test("answers the waiting calls first, and later answers are ignored", async () => {
    const agent = questionAgent("a", "b");
    const { send, user } = renderToolChat(agent, humanTool);
    await send();
    await click("b", "Choose");
    const field = screen.getByRole("textbox");
    await user.type(field, "Something else{Enter}");
    expect(await screen.findByText("Thanks", { selector: "p" })).toBeVisible();
    const { messages = [] } = agent.inputs[1] ?? {};
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user"]);
    expect(faultsIn(messages)).toEqual([]);
    expect(resultTexts(agent)).toEqual({
      a: expect.stringContaining("moved on"),
      b: '{"chosen":"b"}',
    });
    expect(["a", "b"].map(statusOf)).toEqual(["failed", "complete"]);
    await click("a", "Choose");
    expect(statusOf("a")).toBe("failed");
    expect(agent.inputs).toHaveLength(2);
  });
});
