import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts } from "../../hooks/toolChat.tsx";
import { withThread } from "../../hooks/wrap.tsx";
import { finishedIn, openTabsDuringRun } from "../../store/tabs/tabThreads.ts";
import { call, callRun } from "../../store/tools/calls.ts";
import { eventually } from "../../support/eventually.ts";
import { shownContents } from "../../support/threadViews.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { messageField } from "../chatElements.ts";

provideWebLocks();

test("a message stays in the field with a reason while another tab runs the agent", async () => {
  const { agent, second, run, id } = await openTabsDuringRun(memoryStorage());
  render(<Composer />, { wrapper: withThread(second) });
  const user = userEvent.setup();
  await user.type(messageField(), "Me too{Enter}");
  const problem = await screen.findByRole("alert");
  expect(problem).toHaveTextContent("A response is running in another window.");
  expect(messageField()).toHaveValue("Me too");
  await user.type(messageField(), "{Enter}");
  // A new element, so that it is announced again.
  await waitFor(() => expect(problem).not.toBeInTheDocument());
  expect(await screen.findByRole("alert")).toBeVisible();
  await act(async () => {
    agent.emit(finishedIn(id));
    agent.finish();
    await run;
  });
  // Sending is possible by then, but has not happened.
  await eventually(() => screen.getByRole("alert").textContent).toBe(
    "Message not sent. Try again.",
  );
  await user.type(messageField(), "{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  await eventually(() => shownContents(second)).toEqual(["Hi", "Hel", "Me too", "Second"]);
  expect(messageField()).toHaveValue("");
});

describe("while the agent waits for an answer", () => {
  const question = { id: "i1", reason: "approval", message: "May I?" };

  function renderInterruptChat(
    onSendWithInterrupts: "block" | "cancel",
    script = callsWithInterrupts([question]),
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
    expect(messageField()).toHaveAttribute("placeholder", "Answer the question above first");
    await user.type(messageField(), "Never mind{Enter}");
    await user.click(button);
    expect(messageField()).toHaveValue("Never mind");
    expect(agent.inputs).toHaveLength(1);

    await act(() => thread.resume([{ interruptId: "i1", status: "cancelled" }]));
    await waitFor(() => expect(agent.inputs).toHaveLength(2));
    // The same element, so that the focus stays.
    expect(await screen.findByRole("button", { name: "Send" })).toBe(button);
    await user.type(messageField(), "{Enter}");
    await waitFor(() => expect(agent.inputs).toHaveLength(3));
    expect(agent.inputs[2]?.messages.at(-1)).toMatchObject({ content: "Never mind" });
  });

  test("each Enter announces why nothing is sent until the question is answered", async () => {
    const { thread, user } = renderInterruptChat("block");
    await act(() => thread.send("Hi"));
    await user.type(messageField(), "Never mind");
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
      callsWithInterrupts([question, { ...question, id: "i2" }]),
    );
    await act(() => thread.send("Hi"));
    await act(() => thread.resume([{ interruptId: "i1", status: "cancelled" }]));
    await user.type(messageField(), "Never mind{Enter}");
    expect(agent.inputs).toHaveLength(1);
    expect(screen.getByRole("button")).toHaveAccessibleName("Answer the question above first");
  });

  test("a message cancels the question unless sending is blocked", async () => {
    const { agent, thread, user } = renderInterruptChat("cancel");
    await act(() => thread.send("Hi"));
    await user.type(messageField(), "Never mind{Enter}");
    await waitFor(() => expect(agent.inputs).toHaveLength(3));
    expect(agent.inputs[1]?.resume).toEqual([{ interruptId: "i1", status: "cancelled" }]);
    expect(agent.inputs[2]?.messages.at(-1)).toMatchObject({ content: "Never mind" });
    expect(messageField()).toHaveValue("");
    await screen.findByRole("button", { name: "Send" });
  });

  test("a waiting tool call does not block sending", async () => {
    const { agent, thread, user } = renderInterruptChat("block", callRun(call("ask")));
    await act(() => thread.send("Hi"));
    expect(thread.getSnapshot().run.status).toBe("waiting");
    await user.type(messageField(), "Never mind{Enter}");
    await waitFor(() => expect(agent.inputs).toHaveLength(2));
    await screen.findByRole("button", { name: "Send" });
  });
});
