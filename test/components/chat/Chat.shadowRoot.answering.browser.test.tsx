import { waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { Interrupt } from "../../../src/components/interrupt/Interrupt.tsx";
import { useInterrupts } from "../../../src/hooks/interrupts/useInterrupts.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts, HumanTool, InterruptRenderer } from "../../hooks/toolChat.tsx";
import { call, callRun } from "../../store/tools/calls.ts";
import { press, renderInShadow, renderShadowChat } from "./shadowChat.tsx";

/** Renders questions with components of an application. */
function Cards(): ReactNode {
  const { interrupts } = useInterrupts();
  return interrupts.map(({ interrupt }) => <Interrupt key={interrupt.id} interrupt={interrupt} />);
}

describe("answering a question in a shadow root", () => {
  const both = [
    { id: "i1", reason: "approval", message: "One?" },
    { id: "i2", reason: "approval", message: "Two?" },
  ];

  test("moves the focus to the next card, then to the composer", async () => {
    const { thread, ui, container, focused, composer } = renderShadowChat({
      agent: scriptedAgent(callsWithInterrupts(both), textRun("Done")),
    });
    await thread.send("Hello");
    await waitFor(() => expect(ui.getAllByRole("button", { name: "Approve" })).toHaveLength(2));
    const [one, two] = container.querySelectorAll<HTMLElement>("section.agk-interrupt");
    await press(within(one as HTMLElement).getByRole("button", { name: "Approve" }));
    await focused(two ?? null);
    await press(within(two as HTMLElement).getByRole("button", { name: "Approve" }));
    await ui.findByText("Done", { selector: "p" });
    await focused(composer());
  });

  test("moves the focus to the next card outside a transcript", async () => {
    const thread = createThread({
      agent: scriptedAgent(callsWithInterrupts(both), textRun("Done")),
    });
    const { ui, container, focused } = renderInShadow(
      <ThreadProvider thread={thread}>
        <Cards />
      </ThreadProvider>,
    );
    await thread.send("Hello");
    await waitFor(() => expect(ui.getAllByRole("button", { name: "Approve" })).toHaveLength(2));
    const [one, two] = container.querySelectorAll<HTMLElement>("section.agk-interrupt");
    await press(within(one as HTMLElement).getByRole("button", { name: "Approve" }));
    await focused(two ?? null);
  });

  test("moves the focus to the start of a custom card", async () => {
    const { thread, ui, button, focused } = renderShadowChat(
      { agent: scriptedAgent(callsWithInterrupts(both), textRun("Done")) },
      <InterruptRenderer
        reason="approval"
        render={({ interrupt, answer, resolve }) =>
          !answer && (
            <>
              <h3>{interrupt.message}</h3>
              <p>Think of it.</p>
              <button type="button" onClick={() => resolve({ approved: true })}>
                {`Yes to ${interrupt.message}`}
              </button>
            </>
          )
        }
      />,
    );
    await thread.send("Hello");
    await ui.findByRole("heading", { name: "Two?" });
    await press(button("Yes to One?"));
    await focused(ui.getByRole("heading", { name: "Two?" }));
  });

  test("moves the focus to the composer when the pressed button becomes disabled", async () => {
    const { thread, ui, button, focused, composer } = renderShadowChat(
      { agent: scriptedAgent(callRun(call("ask")), textRun("Done")) },
      <HumanTool
        name="ask"
        render={({ status, respond }) => (
          <button type="button" disabled={status !== "waiting"} onClick={() => void respond("Yes")}>
            Yes
          </button>
        )}
      />,
    );
    void thread.send("Hello");
    await waitFor(() => expect(button("Yes")).toBeEnabled());
    await press(button("Yes"));
    await ui.findByText("Done", { selector: "p" });
    await focused(composer());
  });

  test("leaves the focus where the user has moved it", async () => {
    const { thread, ui, root, elsewhere } = renderShadowChat(
      { agent: scriptedAgent(callRun(call("ask")), textRun("Done")) },
      <HumanTool
        name="ask"
        render={({ status, respond }) =>
          status === "waiting" && (
            <button
              type="button"
              onClick={() => {
                void respond("Yes");
                elsewhere.focus();
              }}
            >
              Yes
            </button>
          )
        }
      />,
    );
    void thread.send("Hello");
    await press(await ui.findByRole("button", { name: "Yes" }));
    await ui.findByText("Done", { selector: "p" });
    expect(elsewhere).toHaveFocus();
    expect(root.activeElement).toBeNull();
  });
});
