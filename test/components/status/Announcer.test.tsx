import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { Announcer } from "../../../src/components/status/Announcer.tsx";
import { runError, runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import {
  callsWithInterrupts,
  FrontendTool,
  HumanTool,
  renderToolChat,
  textEvents,
} from "../../hooks/toolChat.tsx";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";
import { createDeferred } from "../../support/deferred.ts";
import { END, listen, START } from "./announcements.tsx";

const WAITING = "Needs your input";

const look = <FrontendTool name="look" handler={() => "nothing"} />;

const ask = <HumanTool name="ask" render={() => null} />;

describe("a turn of several runs", () => {
  test("is announced once, with all its messages", async () => {
    const agent = scriptedAgent(
      [
        runStarted(),
        ...textEvents("m1", "Let me look"),
        ...callEvents([call("look", {}, "a")]),
        runFinished(),
      ],
      callRun(call("look", { again: true }, "b")),
      textRun("Found it"),
    );
    const { send } = renderToolChat(agent, look);
    const announcements = listen();
    await send();
    await waitFor(() =>
      expect(announcements).toEqual([START, "Assistant: Let me look", "Assistant: Found it"]),
    );
    await send();
    await waitFor(() => expect(announcements.slice(3)).toEqual([START, "Assistant: Found it"]));
  });

  test("without a message is announced as finished once", async () => {
    const agent = scriptedAgent(callRun(call("look")), [runStarted(), runFinished()]);
    const { send } = renderToolChat(agent, look);
    const announcements = listen();
    await send();
    await waitFor(() => expect(announcements).toEqual([START, END]));
  });

  test("ending with a tool without follow-up is announced as finished", async () => {
    const agent = scriptedAgent(callRun(call("look")));
    const { send } = renderToolChat(
      agent,
      <FrontendTool name="look" followUp={false} handler={() => "nothing"} />,
    );
    const announcements = listen();
    await send();
    await waitFor(() => expect(announcements).toEqual([START, END]));
  });

  test("stopped while a tool runs is announced as stopped", async () => {
    const agent = scriptedAgent(callRun(call("look")));
    const { thread, begin } = renderToolChat(
      agent,
      <FrontendTool name="look" handler={() => new Promise<never>(() => {})} />,
    );
    const announcements = listen();
    begin();
    await waitFor(() => expect(thread.getSnapshot().toolCalls.c1?.status).toBe("running"));
    act(() => thread.stop());
    await waitFor(() => expect(announcements).toEqual([START, "Stopped"]));
  });

  test.each([
    [
      "after too many automatic runs",
      { maxAutomaticRuns: 1 },
      (n: number) => ({ n }),
      /many tool calls in a row/,
    ],
    ["for repeating itself", {}, () => ({}), /same tool call kept repeating/],
  ])("a stop %s is announced with the reason", async (_why, options, argsOf, sentence) => {
    const agent = scriptedAgent(
      ...["a", "b", "c"].map((id, n) => callRun(call("look", argsOf(n), id))),
      textRun("Found it"),
    );
    const { send, user } = renderToolChat(agent, look, options);
    const announcements = listen();
    await send();
    await waitFor(() => expect(announcements).toEqual([START, expect.stringMatching(sentence)]));
    await user.click(await screen.findByRole("button", { name: "Continue" }));
    await waitFor(() => expect(announcements[2]).toBe(START));
    await waitFor(() => expect(announcements.length).toBeGreaterThan(3));
  });
});

describe("waiting for the user", () => {
  test("the wait is announced for a tool call, and so is the following answer", async () => {
    const agent = scriptedAgent(callRun(call("ask", {}, "a"), call("ask", {}, "b")), textRun("Ok"));
    const { thread, send } = renderToolChat(agent, ask);
    const announcements = listen();
    await send();
    await waitFor(() => expect(announcements).toEqual([START, WAITING]));
    await act(() => thread.answerToolCall("a", { value: "yes" }));
    await act(() => thread.answerToolCall("b", { value: "yes" }));
    await screen.findByText("Ok", { selector: "p" });
    await waitFor(() => expect(announcements).toEqual([START, WAITING, START, "Assistant: Ok"]));
  });

  test("once for a tool call beside a running tool", async () => {
    const agent = scriptedAgent(
      callRun(call("ask", {}, "a"), call("look", {}, "l")),
      textRun("Ok"),
    );
    const gate = createDeferred<string>();
    const { thread, begin } = renderToolChat(
      agent,
      <>
        {ask}
        <FrontendTool name="look" handler={() => gate.promise} />
      </>,
    );
    const announcements = listen();
    begin();
    await waitFor(() => expect(announcements).toEqual([START, WAITING]));
    expect(thread.getSnapshot().run.status).toBe("executing");
    await act(async () => gate.resolve("nothing"));
    await waitFor(() => expect(thread.getSnapshot().run.status).toBe("waiting"));
    await act(() => thread.answerToolCall("a", { value: "yes" }));
    await screen.findByText("Ok", { selector: "p" });
    await waitFor(() => expect(announcements).toEqual([START, WAITING, START, "Assistant: Ok"]));
  });

  test("the wait is announced for an interrupt after the messages, and again for the next one", async () => {
    const question = { id: "i1", reason: "approval" };
    const agent = scriptedAgent(
      [
        runStarted(),
        ...textEvents("m1", "One thing"),
        runFinished({ outcome: { type: "interrupt", interrupts: [question] } }),
      ],
      callsWithInterrupts([{ ...question, id: "i2" }]),
      textRun("Ok"),
    );
    const { thread, send } = renderToolChat(agent, null);
    const announcements = listen();
    await send();
    for (const id of ["i1", "i2"]) {
      await waitFor(() => expect(thread.getSnapshot().interrupts[0]?.id).toBe(id));
      await act(() => thread.resume([{ interruptId: id, status: "cancelled" }]));
    }
    await screen.findByText("Ok", { selector: "p" });
    await waitFor(() =>
      expect(announcements).toEqual([
        START,
        "Assistant: One thing",
        WAITING,
        START,
        WAITING,
        START,
        "Assistant: Ok",
      ]),
    );
  });

  test("the announcement has the number of questions and their texts", async () => {
    const agent = scriptedAgent(
      callsWithInterrupts([
        { id: "i1", reason: "tool_call", message: "Pay **€84.20**?" },
        { id: "i2", reason: "confirmation", message: '{"question":"When?"}' },
        { id: "i3", reason: "confirmation" },
      ]),
      callsWithInterrupts([{ id: "i4", reason: "confirmation", message: "Really?" }]),
    );
    const { thread, send } = renderToolChat(agent, null);
    const announcements = listen();
    await send();
    await waitFor(() => expect(announcements[1]).toBe("3 questions need your answer: Pay €84.20?"));
    await act(() => thread.send("No"));
    await waitFor(() => expect(announcements[3]).toBe("Needs your input: Really?"));
  });

  test("a message instead of an answer starts a new turn", async () => {
    const agent = scriptedAgent(callRun(call("ask")), textRun("Fine"));
    const { send } = renderToolChat(agent, ask);
    const announcements = listen();
    await send();
    await waitFor(() => expect(announcements).toEqual([START, WAITING]));
    await send("Never mind");
    await waitFor(() => expect(announcements.slice(2)).toEqual([START, "Assistant: Fine"]));
  });
});

test("a failed run is announced once, with the reason", async () => {
  const agent = scriptedAgent([runStarted(), runError("The kitchen is closed")], textRun("Open"));
  const { send, user } = renderToolChat(agent, null);
  const announcements = listen();
  await send();
  await waitFor(() =>
    expect(announcements).toEqual([START, expect.stringMatching(/ran into a problem/)]),
  );
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(announcements.slice(2)).toEqual([START, "Assistant: Open"]));
});

describe("with several views of a thread", () => {
  /** Collects all announcements anywhere on the page. */
  function listenToAll(): readonly string[] {
    const announcements: string[] = [];
    const isStatus = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest("[role=status]");
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes) {
        if (type === "characterData" && isStatus(target))
          announcements.push(target.textContent ?? "");
        for (const node of addedNodes)
          if (isStatus(node)) announcements.push(node.textContent ?? "");
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return announcements;
  }

  test.each([
    ["in a popup that is open", true],
    ["in one that is closed", false],
  ])("each sentence is announced once, %s", async (_where, isOpen) => {
    const agent = scriptedAgent(textRun("Found it"), textRun("Again"));
    const { thread } = renderToolChat(agent, <ChatPopup open={isOpen} />);
    if (isOpen) await waitFor(() => expect(screen.getAllByRole("log")).toHaveLength(2));
    const announcements = listenToAll();
    await act(() => thread.send("Hi"));
    await waitFor(() => expect(announcements).toEqual([START, "Assistant: Found it"]));
    await act(() => thread.send("And?"));
    await waitFor(() => expect(announcements.slice(2)).toEqual([START, "Assistant: Again"]));
  });

  test("the remaining announcer announces after one unmounts", async () => {
    const agent = scriptedAgent(textRun("Found it"));
    const { thread, show } = renderToolChat(agent, <Announcer />);
    show(null);
    const announcements = listenToAll();
    await act(() => thread.send("Hi"));
    await waitFor(() => expect(announcements).toEqual([START, "Assistant: Found it"]));
  });
});
