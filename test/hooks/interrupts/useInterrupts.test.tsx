import { act, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { useInterrupts } from "../../../src/hooks/interrupts/useInterrupts.ts";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Interrupt } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runError, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts, endRun, renderToolChat, startRun } from "../toolChat.tsx";
import { emit, finish, withThread } from "../wrap.tsx";

const approval = (id: string, fields: Partial<Interrupt> = {}): Interrupt => ({
  id,
  reason: "approval",
  message: `May I do ${id}?`,
  ...fields,
});

/** Renders the result of the hook, with buttons that answer. */
function Questions(): ReactNode {
  const { interrupts, answered } = useInterrupts<unknown>();
  return (
    <aside aria-label="Questions">
      {interrupts.map(({ interrupt: { id, message }, answer, isExpired, isOpen, ...actions }) => (
        <section key={id} aria-label={id}>
          <p>{message}</p>
          <p role="note">{[answer?.status ?? "open", isExpired, isOpen].join(" ")}</p>
          <button type="button" onClick={() => void actions.resolve({ approved: true })}>
            Approve
          </button>
          <button type="button" onClick={() => void actions.cancel()}>
            Cancel
          </button>
        </section>
      ))}
      {answered.map(({ id, answer }) => (
        <p key={id}>{`${id} was ${answer.status} ${JSON.stringify(answer.payload)}`}</p>
      ))}
    </aside>
  );
}

const question = (id: string) => screen.getByRole("region", { name: id });
const stateOf = (id: string) => within(question(id)).getByRole("note").textContent;
const click = (id: string, button: string) =>
  userEvent.click(within(question(id)).getByRole("button", { name: button }));

describe("the open interrupts", () => {
  test("are answered one by one, and the agent runs once with all answers in its own order", async () => {
    const agent = scriptedAgent(
      callsWithInterrupts([approval("one"), approval("two"), approval("three")]),
      textRun("Thanks"),
    );
    const thread = createThread({ agent });
    render(<Questions />, { wrapper: withThread(thread) });
    await act(() => thread.send("Hi"));
    expect(["one", "two", "three"].map(stateOf)).toEqual(Array(3).fill("open false true"));
    await click("three", "Approve");
    await waitFor(() => expect(stateOf("three")).toBe("resolved false true"));
    await click("one", "Cancel");
    await waitFor(() => expect(stateOf("one")).toBe("cancelled false true"));
    expect(agent.inputs).toHaveLength(1);
    // An answer can be replaced until all interrupts are answered.
    await click("three", "Cancel");
    await waitFor(() => expect(stateOf("three")).toBe("cancelled false true"));
    await click("three", "Approve");
    await click("two", "Approve");

    expect(await screen.findByText("one was cancelled undefined")).toBeVisible();
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]?.resume).toEqual([
      { interruptId: "one", status: "cancelled" },
      { interruptId: "two", status: "resolved", payload: { approved: true } },
      { interruptId: "three", status: "resolved", payload: { approved: true } },
    ]);
    expect(screen.queryByRole("region")).not.toBeInTheDocument();
    expect(screen.getByText('two was resolved {"approved":true}')).toBeVisible();
  });

  test("refuse answers during the run that sends them, and accept them again when it fails", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    render(<Questions />, { wrapper: withThread(thread) });
    act(() => void thread.send("Hi"));
    await startRun(agent);
    const interrupt = async (threadId: string, runId: string) => {
      const outcome = { type: "interrupt" as const, interrupts: [approval("one")] };
      await emit(agent, { type: "RUN_FINISHED", threadId, runId, outcome });
      await finish(agent);
    };
    const { threadId, runId } = await agent.started();
    await interrupt(threadId, runId);
    await click("one", "Approve");
    await startRun(agent);
    expect(stateOf("one")).toBe("resolved false false");
    await click("one", "Cancel");
    expect(stateOf("one")).toBe("resolved false false");
    await emit(agent, runError("Not now"));
    await finish(agent);
    await waitFor(() => expect(stateOf("one")).toBe("resolved false true"));
    await click("one", "Cancel");
    await startRun(agent);
    expect(agent.inputs[2]?.resume).toEqual([{ interruptId: "one", status: "cancelled" }]);
    await endRun(agent);
  });

  test("return the problems of an invalid answer, and stay open", async () => {
    const responseSchema = {
      type: "object",
      properties: { approved: { type: "boolean" } },
      required: ["approved"],
    };
    const agent = scriptedAgent(
      callsWithInterrupts([approval("one", { responseSchema })]),
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    const { result } = renderHook(() => useInterrupts<unknown>(), { wrapper: withThread(thread) });
    await act(() => thread.send("Hi"));
    const answer = (payload: unknown) =>
      act(async () => result.current.interrupts[0]?.resolve(payload));
    expect(await answer({ approved: "yes" })).toMatchObject([
      { interruptId: "one", path: ["approved"] },
    ]);
    expect(result.current.interrupts[0]?.answer).toBeUndefined();
    expect(agent.inputs).toHaveLength(1);
    const last = result.current.interrupts[0];
    expect(await answer({ approved: true })).toEqual([]);
    await waitFor(() => expect(result.current.interrupts).toEqual([]));
    // A button of the previous render calls its outdated function.
    expect(await act(async () => last?.cancel())).toMatchObject([{ interruptId: "one" }]);
    expect(agent.inputs).toHaveLength(2);
  });

  test("are cancelled when the user sends a message instead", async () => {
    const agent = scriptedAgent(
      callsWithInterrupts([approval("one"), approval("two")]),
      [],
      textRun("Fine"),
    );
    const { send, user } = renderToolChat(agent, <Questions />);
    await send();
    await click("two", "Approve");
    await user.type(screen.getByRole("textbox"), "Never mind{Enter}");
    expect(await screen.findByText("Fine", { selector: "p" })).toBeVisible();
    expect(agent.inputs[1]?.resume).toEqual([
      { interruptId: "one", status: "cancelled" },
      { interruptId: "two", status: "cancelled" },
    ]);
    expect(agent.inputs[2]?.messages.at(-1)).toMatchObject({ content: "Never mind" });
  });

  test("are restored from a snapshot, with their answers", async () => {
    const before = createThread({
      agent: scriptedAgent(callsWithInterrupts([approval("one"), approval("two")])),
    });
    await before.send("Hi");
    await before.resume([{ interruptId: "two", status: "resolved", payload: 2 }]);
    const agent = scriptedAgent(textRun("Welcome back"));
    const stored: unknown = JSON.parse(JSON.stringify(before.getSnapshot()));
    const thread = createThread({
      agent,
      // A snapshot after a JSON round trip.
      snapshot: stored as ReturnType<Thread["getSnapshot"]>,
    });
    render(<Questions />, { wrapper: withThread(thread) });
    expect(["one", "two"].map(stateOf)).toEqual(["open false true", "resolved false true"]);
    await click("one", "Approve");
    await waitFor(() => expect(agent.inputs).toHaveLength(1));
    expect(agent.inputs[0]?.resume).toHaveLength(2);
  });
});

test("two threads with equal interrupt ids keep their interrupts separate", async () => {
  const agents = {
    left: scriptedAgent(
      callsWithInterrupts([approval("same", { message: "Left?" })]),
      textRun("Left done"),
    ),
    right: scriptedAgent(
      callsWithInterrupts([approval("same", { message: "Right?" })]),
      textRun("Right!"),
    ),
  };
  const client = createAgentClient({ agents });
  render(
    <AgentProvider client={client}>
      {["left", "right"].map((agentId) => (
        <ThreadProvider key={agentId} agentId={agentId}>
          <Chat label={agentId} />
          <div data-testid={agentId}>
            <Questions />
          </div>
        </ThreadProvider>
      ))}
    </AgentProvider>,
  );
  for (const agentId of client.agentIds) await act(() => client.thread({ agentId }).send("Hi"));
  const [left, right] = ["left", "right"].map((id) => within(screen.getByTestId(id)));
  expect(left?.getByText("Left?")).toBeVisible();
  expect(left?.queryByText("Right?")).not.toBeInTheDocument();
  if (right) await userEvent.click(right.getByRole("button", { name: "Approve" }));
  await screen.findByText("Right!", { selector: "p" });
  expect(agents.left.inputs).toHaveLength(1);
  expect(left?.getByRole("note")).toHaveTextContent("open false true");
  const chat = within(screen.getByRole("region", { name: "left" }));
  expect(chat.queryByText(/Right/)).not.toBeInTheDocument();
});

test("useInterrupts does not re-render while text streams", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  let renders = 0;
  renderHook(
    () => {
      renders++;
      return useInterrupts();
    },
    { wrapper: ({ children }) => <ThreadProvider thread={thread}>{children}</ThreadProvider> },
  );
  act(() => void thread.send("Hi"));
  await startRun(agent);
  await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" });
  const before = renders;
  for (let sent = 0; sent < 10; sent++) {
    await emit(agent, { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "word " });
  }
  expect(renders).toBe(before);
  await endRun(agent);
});
