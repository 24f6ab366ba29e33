import { act, createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import type { ComposerProps } from "../../../src/components/settings/composerPartProps.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { endRun } from "../../hooks/toolChat.tsx";
import { withAgent, withThread } from "../../hooks/wrap.tsx";
import { provideWebLocks } from "../../support/webLocks.ts";
import { messageField } from "../chatElements.ts";
import { renderComposer } from "./renderComposer.tsx";

provideWebLocks();

describe("during a run", () => {
  /** Renders a composer while the first message is being answered. */
  async function renderRunning(props: ComposerProps = {}) {
    const agent = manualAgent();
    const thread = createThread({ agent });
    render(<Composer {...props} />, { wrapper: withThread(thread) });
    const user = userEvent.setup();
    await user.type(messageField(), "First{Enter}");
    await act(() => agent.started());
    const problem = () => agent.inputs.map(({ messages }) => messages.at(-1)?.content);
    const queued = () => thread.getSnapshot().queue.map(({ content }) => content);
    return { agent, thread, user, problem, queued };
  }

  test("Enter queues a message, which is sent after the run", async () => {
    const { agent, user, problem, queued } = await renderRunning();
    await user.type(messageField(), "Second{Enter}");
    expect(messageField()).toHaveValue("");
    await waitFor(() => expect(queued()).toEqual(["Second"]));
    expect(agent.signal?.aborted).toBe(false);
    await endRun(agent);
    await waitFor(() => expect(problem()).toEqual(["First", "Second"]));
  });

  test("a send button appears beside the stop button once there is text", async () => {
    const { agent, user, queued } = await renderRunning();
    const main = screen.getByRole("button");
    expect(main).toHaveAccessibleName("Stop");
    await user.type(messageField(), "Second");
    expect(main).toHaveAccessibleName("Add to queue");
    await user.click(main);
    await waitFor(() => expect(queued()).toEqual(["Second"]));
    expect(main).toHaveAccessibleName("Stop");

    await user.type(messageField(), "Third");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(agent.signal?.aborted).toBe(true);
    expect(await screen.findByRole("button")).toHaveAccessibleName("Send");
    expect(messageField()).toHaveValue("Third");
    expect(messageField()).toHaveFocus();
  });

  test("the second click of a double click on send does not stop the run", async () => {
    const agent = manualAgent();
    render(<Composer />, { wrapper: withAgent(agent) });
    const user = userEvent.setup();
    await user.type(messageField(), "First");
    await user.dblClick(screen.getByRole("button"));
    await waitFor(() => expect(agent.inputs).toHaveLength(1));
    expect(agent.signal?.aborted).toBe(false);
    expect(screen.getByRole("button")).toHaveAccessibleName("Stop");
  });

  test("Enter in an empty field does nothing", async () => {
    const { agent, user, queued } = await renderRunning();
    await user.type(messageField(), "  {Enter}");
    expect(queued()).toEqual([]);
    expect(agent.signal?.aborted).toBe(false);
  });

  test("Escape stops the run and keeps the draft", async () => {
    const { agent, user } = await renderRunning();
    await user.type(messageField(), "Second{Escape}");
    expect(agent.signal?.aborted).toBe(true);
    await screen.findByRole("button", { name: "Send" });
    expect(messageField()).toHaveValue("Second");
  });

  test('`whenBusy="interrupt"` sends a message that replaces the run', async () => {
    const { agent, user, problem } = await renderRunning({ whenBusy: "interrupt" });
    await user.type(messageField(), "Second");
    await user.click(screen.getByRole("button", { name: "Stop and send" }));
    await waitFor(() => expect(problem()).toEqual(["First", "Second"]));
    await endRun(agent);
  });

  test('`whenBusy="reject"` leaves the message in the field', async () => {
    const { agent, user, problem, queued } = await renderRunning({ whenBusy: "reject" });
    await user.type(messageField(), "Second{Enter}");
    expect(messageField()).toHaveValue("Second");
    expect(screen.getByRole("button")).toHaveAccessibleName("Stop");
    await endRun(agent);
    expect(problem()).toEqual(["First"]);
    expect(queued()).toEqual([]);
    expect(messageField()).toHaveValue("Second");
  });
});

test("a message that could not be sent returns to the field before newer text", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  render(<Composer />, { wrapper: withThread(thread) });
  const user = userEvent.setup();
  await user.type(messageField(), "First{Enter}");
  await act(() => agent.started());
  await user.type(messageField(), "Second{Enter}");
  await waitFor(() => expect(thread.getSnapshot().queue).toHaveLength(1));
  await user.type(messageField(), "Third");
  await act(async () => thread.dispose());
  await waitFor(() => expect(messageField()).toHaveValue("Second\nThird"));
});

test("Escape does nothing while no run is active", async () => {
  const agent = scriptedAgent(textRun("Hi"));
  render(<Composer />, { wrapper: withAgent(agent) });
  await userEvent.type(messageField(), "Draft");
  const event = createEvent.keyDown(messageField(), { key: "Escape" });
  fireEvent(messageField(), event);
  expect(event.defaultPrevented).toBe(false);
  expect(messageField()).toHaveValue("Draft");
  expect(agent.inputs).toEqual([]);
});

test("Escape that an input method has handled does not stop the run", async () => {
  const { agent, sent, user } = renderComposer();
  await user.type(messageField(), "First{Enter}");
  await waitFor(() => expect(sent()).toHaveLength(1));
  fireEvent.keyDown(messageField(), { key: "Escape", keyCode: 229 });
  expect(agent.signal?.aborted).toBe(false);
  fireEvent.keyDown(messageField(), { key: "Escape" });
  expect(agent.signal?.aborted).toBe(true);
  await screen.findByRole("button", { name: "Send" });
});
