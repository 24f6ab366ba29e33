import {
  act,
  createEvent,
  fireEvent,
  render,
  renderHook,
  screen,
  waitFor,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import type { ComposerProps } from "../../../src/components/settings/composerPartProps.ts";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useTyping } from "../../../src/hooks/thread/useTyping.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { endRun, interruptRun } from "../../hooks/toolChat.tsx";
import { withAgent, withThread } from "../../hooks/wrap.tsx";
import { eventually, finished, openTabsDuringRun, textsOf } from "../../store/tabs/tabThreads.ts";
import { call, callRun } from "../../store/tools/calls.ts";
import { provideWebLocks } from "../../support/webLocks.ts";

provideWebLocks();

const field = () => screen.getByRole("textbox", { name: "Message" });

function renderComposer() {
  const agent = manualAgent();
  render(<Composer />, { wrapper: withAgent(agent) });
  const sent = () => agent.inputs.map((input) => input.messages.at(-1)?.content);
  return { agent, sent, user: userEvent.setup() };
}

test("Enter sends the text, empties the field and keeps the focus there", async () => {
  const { sent, user } = renderComposer();
  await user.type(field(), "  Hello there {Enter}");
  await waitFor(() => expect(sent()).toEqual(["Hello there"]));
  expect(field()).toHaveValue("");
  expect(field()).toHaveFocus();
});

test("Shift+Enter inserts a line break", async () => {
  const { sent, user } = renderComposer();
  await user.type(field(), "one{Shift>}{Enter}{/Shift}two");
  expect(field()).toHaveValue("one\ntwo");
  await user.type(field(), "{Enter}");
  await waitFor(() => expect(sent()).toEqual(["one\ntwo"]));
});

test.each([
  ["is composing", { isComposing: true, keyCode: 13 }],
  ["has handled the key", { isComposing: false, keyCode: 229 }],
])("Enter does not send when an input method %s", async (_when, fields) => {
  const { sent, user } = renderComposer();
  await user.type(field(), "にほん");
  const event = createEvent.keyDown(field(), { key: "Enter", ...fields });
  fireEvent(field(), event);
  expect(event.defaultPrevented).toBe(false);
  expect(field()).toHaveValue("にほん");
  expect(sent()).toEqual([]);
});

test("an empty composer sends nothing, and its button is disabled", async () => {
  const { sent, user } = renderComposer();
  const button = screen.getByRole("button", { name: "Send" });
  expect(button).toHaveAttribute("aria-disabled", "true");
  await user.type(field(), "   {Enter}");
  await user.click(button);
  expect(sent()).toEqual([]);
  await user.type(field(), "x");
  expect(button).toHaveAttribute("aria-disabled", "false");
});

test("the button sends, becomes a stop button, and stops the run", async () => {
  const { agent, sent, user } = renderComposer();
  await user.type(field(), "Hello");
  await user.click(screen.getByRole("button", { name: "Send" }));
  const stop = await screen.findByRole("button", { name: "Stop" });
  await waitFor(() => expect(sent()).toEqual(["Hello"]));
  await user.click(stop);
  expect(agent.signal?.aborted).toBe(true);
  expect(await screen.findByRole("button", { name: "Send" })).toBe(stop);
});

describe("during a run", () => {
  /** Renders a composer while the first message is being answered. */
  async function renderRunning(props: ComposerProps = {}) {
    const agent = manualAgent();
    const thread = createThread({ agent });
    render(<Composer {...props} />, { wrapper: withThread(thread) });
    const user = userEvent.setup();
    await user.type(field(), "First{Enter}");
    await act(() => agent.started());
    const problem = () => agent.inputs.map(({ messages }) => messages.at(-1)?.content);
    const queued = () => thread.getSnapshot().queue.map(({ content }) => content);
    return { agent, thread, user, problem, queued };
  }

  test("Enter queues a message, which is sent after the run", async () => {
    const { agent, user, problem, queued } = await renderRunning();
    await user.type(field(), "Second{Enter}");
    expect(field()).toHaveValue("");
    await waitFor(() => expect(queued()).toEqual(["Second"]));
    expect(agent.signal?.aborted).toBe(false);
    await endRun(agent);
    await waitFor(() => expect(problem()).toEqual(["First", "Second"]));
  });

  test("a send button appears beside the stop button once there is text", async () => {
    const { agent, user, queued } = await renderRunning();
    const main = screen.getByRole("button");
    expect(main).toHaveAccessibleName("Stop");
    await user.type(field(), "Second");
    expect(main).toHaveAccessibleName("Add to queue");
    await user.click(main);
    await waitFor(() => expect(queued()).toEqual(["Second"]));
    expect(main).toHaveAccessibleName("Stop");

    await user.type(field(), "Third");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(agent.signal?.aborted).toBe(true);
    expect(await screen.findByRole("button")).toHaveAccessibleName("Send");
    expect(field()).toHaveValue("Third");
    expect(field()).toHaveFocus();
  });

  test("the second click of a double click on send does not stop the run", async () => {
    const agent = manualAgent();
    render(<Composer />, { wrapper: withAgent(agent) });
    const user = userEvent.setup();
    await user.type(field(), "First");
    await user.dblClick(screen.getByRole("button"));
    await waitFor(() => expect(agent.inputs).toHaveLength(1));
    expect(agent.signal?.aborted).toBe(false);
    expect(screen.getByRole("button")).toHaveAccessibleName("Stop");
  });

  test("Enter in an empty field does nothing", async () => {
    const { agent, user, queued } = await renderRunning();
    await user.type(field(), "  {Enter}");
    expect(queued()).toEqual([]);
    expect(agent.signal?.aborted).toBe(false);
  });

  test("Escape stops the run and keeps the draft", async () => {
    const { agent, user } = await renderRunning();
    await user.type(field(), "Second{Escape}");
    expect(agent.signal?.aborted).toBe(true);
    await screen.findByRole("button", { name: "Send" });
    expect(field()).toHaveValue("Second");
  });

  test('`whenBusy="interrupt"` sends a message that replaces the run', async () => {
    const { agent, user, problem } = await renderRunning({ whenBusy: "interrupt" });
    await user.type(field(), "Second");
    await user.click(screen.getByRole("button", { name: "Stop and send" }));
    await waitFor(() => expect(problem()).toEqual(["First", "Second"]));
    await endRun(agent);
  });

  test('`whenBusy="reject"` leaves the message in the field', async () => {
    const { agent, user, problem, queued } = await renderRunning({ whenBusy: "reject" });
    await user.type(field(), "Second{Enter}");
    expect(field()).toHaveValue("Second");
    expect(screen.getByRole("button")).toHaveAccessibleName("Stop");
    await endRun(agent);
    expect(problem()).toEqual(["First"]);
    expect(queued()).toEqual([]);
    expect(field()).toHaveValue("Second");
  });
});

test("a message that could not be sent returns to the field before newer text", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  render(<Composer />, { wrapper: withThread(thread) });
  const user = userEvent.setup();
  await user.type(field(), "First{Enter}");
  await act(() => agent.started());
  await user.type(field(), "Second{Enter}");
  await waitFor(() => expect(thread.getSnapshot().queue).toHaveLength(1));
  await user.type(field(), "Third");
  await act(async () => thread.dispose());
  await waitFor(() => expect(field()).toHaveValue("Second\nThird"));
});

describe("after a switch to another thread", () => {
  function renderTwo() {
    const agent = manualAgent();
    const one = createThread({ agent });
    const other = createThread({ agent: manualAgent() });
    const view = (thread: typeof one) => (
      <StrictMode>
        <ThreadProvider thread={thread}>
          <Composer />
        </ThreadProvider>
      </StrictMode>
    );
    const { rerender } = render(view(one));
    const show = (thread: typeof one) => rerender(view(thread));
    return { agent, one, other, show, user: userEvent.setup() };
  }

  test("each thread keeps its draft", async () => {
    const { one, other, show, user } = renderTwo();
    await user.type(field(), "For one");
    show(other);
    expect(field()).toHaveValue("");
    await user.type(field(), "For the other");
    show(one);
    expect(field()).toHaveValue("For one");
    show(other);
    expect(field()).toHaveValue("For the other");
  });

  test("a draft survives while no composer shows its thread", async () => {
    const thread = createThread({ agent: manualAgent() });
    const view = (
      <ThreadProvider thread={thread}>
        <Composer />
      </ThreadProvider>
    );
    const { unmount } = render(view);
    await userEvent.type(field(), "Half a draft");
    unmount();
    render(view);
    expect(field()).toHaveValue("Half a draft");
    await userEvent.type(field(), "{Enter}");
    expect(field()).toHaveValue("");
  });

  test("a message that could not be sent returns to the field of its own thread", async () => {
    const { one, other, show, user } = renderTwo();
    await act(async () => void one.send("First"));
    await user.type(field(), "Second{Enter}");
    await waitFor(() => expect(one.getSnapshot().queue).toHaveLength(1));
    show(other);
    await user.type(field(), "Another");
    await act(async () => one.dispose());
    show(one);
    await waitFor(() => expect(field()).toHaveValue("Second"));
    show(other);
    expect(field()).toHaveValue("Another");
  });
});

test("a message stays in the field with a reason while another tab runs the agent", async () => {
  const { agent, second, run, id } = await openTabsDuringRun(memoryStorage());
  render(<Composer />, { wrapper: withThread(second) });
  const user = userEvent.setup();
  await user.type(field(), "Me too{Enter}");
  const problem = await screen.findByRole("alert");
  expect(problem).toHaveTextContent("A response is running in another window.");
  expect(field()).toHaveValue("Me too");
  await user.type(field(), "{Enter}");
  // A new element, so that it is announced again.
  await waitFor(() => expect(problem).not.toBeInTheDocument());
  expect(await screen.findByRole("alert")).toBeVisible();
  await act(async () => {
    agent.emit(finished(id));
    agent.finish();
    await run;
  });
  // Sending is possible by then, but has not happened.
  await eventually(() => screen.getByRole("alert").textContent).toBe(
    "Message not sent. Try again.",
  );
  await user.type(field(), "{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  await eventually(() => textsOf(second)).toEqual(["Hi", "Hel", "Me too", "Second"]);
  expect(field()).toHaveValue("");
});

test("unmounting one of two composers does not report the end of typing", async () => {
  const thread = createThread({ agent: manualAgent() });
  function Both({ hasTwo }: { readonly hasTwo: boolean }) {
    return (
      <ThreadProvider thread={thread}>
        <Composer />
        {hasTwo && <Composer />}
      </ThreadProvider>
    );
  }
  const typing = renderHook(() => useTyping(), { wrapper: withThread(thread) });
  const { rerender } = render(<Both hasTwo />);
  const user = userEvent.setup();
  for (const one of screen.getAllByRole("textbox")) await user.type(one, "Hm");
  rerender(<Both hasTwo={false} />);
  expect(typing.result.current.isTyping).toBe(true);
  await user.clear(field());
  expect(typing.result.current.isTyping).toBe(false);
});

test("Escape does nothing while no run is active", async () => {
  const agent = scriptedAgent(textRun("Hi"));
  render(<Composer />, { wrapper: withAgent(agent) });
  await userEvent.type(field(), "Draft");
  const event = createEvent.keyDown(field(), { key: "Escape" });
  fireEvent(field(), event);
  expect(event.defaultPrevented).toBe(false);
  expect(field()).toHaveValue("Draft");
  expect(agent.inputs).toEqual([]);
});

test("Escape that an input method has handled does not stop the run", async () => {
  const { agent, sent, user } = renderComposer();
  await user.type(field(), "First{Enter}");
  await waitFor(() => expect(sent()).toHaveLength(1));
  fireEvent.keyDown(field(), { key: "Escape", keyCode: 229 });
  expect(agent.signal?.aborted).toBe(false);
  fireEvent.keyDown(field(), { key: "Escape" });
  expect(agent.signal?.aborted).toBe(true);
  await screen.findByRole("button", { name: "Send" });
});

describe("while the agent waits for an answer", () => {
  const question = { id: "i1", reason: "approval", message: "May I?" };

  function renderInterruptChat(
    onSendWithInterrupts: "block" | "cancel",
    script = interruptRun([question]),
  ) {
    const agent = scriptedAgent(script, textRun("Fine"));
    const client = createAgentClient({ agent, onSendWithInterrupts });
    client.registerTool({ name: "ask" });
    render(
      <StrictMode>
        <AgentProvider client={client}>
          <Composer />
        </AgentProvider>
      </StrictMode>,
    );
    return { agent, thread: client.thread(), user: userEvent.setup() };
  }

  test("sending is blocked, and the button and placeholder give the reason", async () => {
    const { agent, thread, user } = renderInterruptChat("block");
    await act(() => thread.send("Hi"));
    const button = screen.getByRole("button", { name: "Answer the question above first" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(field()).toHaveAttribute("placeholder", "Answer the question above first");
    await user.type(field(), "Never mind{Enter}");
    await user.click(button);
    expect(field()).toHaveValue("Never mind");
    expect(agent.inputs).toHaveLength(1);

    await act(() => thread.resume([{ interruptId: "i1", status: "cancelled" }]));
    await waitFor(() => expect(agent.inputs).toHaveLength(2));
    // The same element, so that the focus stays.
    expect(await screen.findByRole("button", { name: "Send" })).toBe(button);
    await user.type(field(), "{Enter}");
    await waitFor(() => expect(agent.inputs).toHaveLength(3));
    expect(agent.inputs[2]?.messages.at(-1)).toMatchObject({ content: "Never mind" });
  });

  test("each Enter announces why nothing is sent until the question is answered", async () => {
    const { thread, user } = renderInterruptChat("block");
    await act(() => thread.send("Hi"));
    await user.type(field(), "Never mind");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await user.keyboard("{Enter}");
    const first = screen.getByRole("alert");
    expect(first).toHaveTextContent("Answer the question above first");
    await user.keyboard("{Enter}");
    expect(first).not.toBeInTheDocument();
    expect(screen.getByRole("alert")).toBeVisible();
    await act(() => thread.resume([{ interruptId: "i1", status: "cancelled" }]));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  test("sending stays blocked until every question is answered", async () => {
    const { agent, thread, user } = renderInterruptChat(
      "block",
      interruptRun([question, { ...question, id: "i2" }]),
    );
    await act(() => thread.send("Hi"));
    await act(() => thread.resume([{ interruptId: "i1", status: "cancelled" }]));
    await user.type(field(), "Never mind{Enter}");
    expect(agent.inputs).toHaveLength(1);
    expect(screen.getByRole("button")).toHaveAccessibleName("Answer the question above first");
  });

  test("a message cancels the question unless sending is blocked", async () => {
    const { agent, thread, user } = renderInterruptChat("cancel");
    await act(() => thread.send("Hi"));
    await user.type(field(), "Never mind{Enter}");
    await waitFor(() => expect(agent.inputs).toHaveLength(3));
    expect(agent.inputs[1]?.resume).toEqual([{ interruptId: "i1", status: "cancelled" }]);
    expect(agent.inputs[2]?.messages.at(-1)).toMatchObject({ content: "Never mind" });
    expect(field()).toHaveValue("");
    await screen.findByRole("button", { name: "Send" });
  });

  test("a waiting tool call does not block sending", async () => {
    const { agent, thread, user } = renderInterruptChat("block", callRun(call("ask")));
    await act(() => thread.send("Hi"));
    expect(thread.getSnapshot().run.status).toBe("waiting");
    await user.type(field(), "Never mind{Enter}");
    await waitFor(() => expect(agent.inputs).toHaveLength(2));
    await screen.findByRole("button", { name: "Send" });
  });
});
