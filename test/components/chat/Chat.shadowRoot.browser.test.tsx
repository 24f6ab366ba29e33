import { render, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatSidebar } from "../../../src/components/chat/ChatSidebar.tsx";
import { InlinePanel } from "../../../src/components/interrupt/InlinePanel.tsx";
import { Interrupt } from "../../../src/components/interrupt/Interrupt.tsx";
import { MediaPart } from "../../../src/components/message/MediaPart.tsx";
import { SchemaFormView } from "../../../src/components/schemaForm/SchemaFormView.tsx";
import { ThreadList } from "../../../src/components/threadList/ThreadList.tsx";
import { savedScrollPositions } from "../../../src/components/transcript/autoscroll/useAutoscroll.ts";
import { useInterrupts } from "../../../src/hooks/interrupts/useInterrupts.ts";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../../src/hooks/providers/ThreadsProvider.tsx";
import type { Agent } from "../../../src/protocol/agent.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { ThreadOptions } from "../../../src/store/thread/threadOptions.ts";
import styles from "../../../src/styles/index.css?inline";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { HumanTool, InterruptRenderer, interruptRun, startRun } from "../../hooks/toolChat.tsx";
import { call, callRun } from "../../store/tools/calls.ts";
import { createDeferred } from "../../support/deferred.ts";
import { pagedHistory, turns } from "../../support/pagedHistory.ts";

/** Renders into a shadow root, on a page with a text field outside. */
function renderInShadow(children: ReactNode) {
  const host = document.body.appendChild(document.createElement("div"));
  const elsewhere = document.body.appendChild(document.createElement("input"));
  onTestFinished(() => {
    host.remove();
    elsewhere.remove();
  });
  const root = host.attachShadow({ mode: "open" });
  root.appendChild(document.createElement("style")).textContent = styles;
  const container = root.appendChild(document.createElement("div"));
  container.style.cssText = "inline-size: 500px; block-size: 500px";
  const { rerender } = render(children, { container });
  const ui = within(container);
  return {
    ...{ root, container, elsewhere, ui, rerender },
    button: (name: string | RegExp) => ui.getByRole("button", { name }),
    /** Waits until an element in the shadow root has the focus, which Testing Library cannot see. */
    focused: (element: Element | null) => expect.poll(() => root.activeElement).toBe(element),
    composer: () => ui.getByRole("textbox", { name: "Message" }),
  };
}

/** Renders questions with components of an application. */
function Cards(): ReactNode {
  const { interrupts } = useInterrupts();
  return interrupts.map(({ interrupt }) => <Interrupt key={interrupt.id} interrupt={interrupt} />);
}

/** Presses a focusable element by keyboard. */
async function press(element: HTMLElement): Promise<void> {
  element.focus({ preventScroll: true });
  await userEvent.keyboard("{Enter}");
}

function renderChat(options: Partial<ThreadOptions>, beside?: ReactNode) {
  const thread = createThread({ agent: manualAgent(), ...options });
  const shadow = renderInShadow(
    <ThreadProvider thread={thread}>
      {beside}
      <Chat />
    </ThreadProvider>,
  );
  return { ...shadow, thread };
}

describe("a message editor in a shadow root", () => {
  test("returns the focus to the button that opened it", async () => {
    const { ui, focused } = renderChat({ initialMessages: turns(0, 1) });
    await press(await ui.findByRole("button", { name: "Edit message" }));
    await focused(await ui.findByDisplayValue("Question 0"));
    await userEvent.keyboard("{Escape}");
    await focused(ui.getByRole("button", { name: "Edit message" }));
  });

  test("returns the focus to the composer that opened it", async () => {
    const { ui, focused, composer } = renderChat({ initialMessages: turns(0, 1) });
    await ui.findByRole("button", { name: "Edit message" });
    composer().focus();
    await userEvent.keyboard("{ArrowUp}");
    await focused(await ui.findByDisplayValue("Question 0"));
    await userEvent.keyboard("{Escape}");
    await focused(composer());
  });
});

describe("answering a question in a shadow root", () => {
  const both = [
    { id: "i1", reason: "approval", message: "One?" },
    { id: "i2", reason: "approval", message: "Two?" },
  ];

  test("moves the focus to the next card, then to the composer", async () => {
    const { thread, ui, container, focused, composer } = renderChat({
      agent: scriptedAgent(interruptRun(both), textRun("Done")),
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
    const thread = createThread({ agent: scriptedAgent(interruptRun(both), textRun("Done")) });
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
    const { thread, ui, button, focused } = renderChat(
      { agent: scriptedAgent(interruptRun(both), textRun("Done")) },
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
    const { thread, ui, button, focused, composer } = renderChat(
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
    const { thread, ui, root, elsewhere } = renderChat(
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

test("an editor that opens in place of a button focuses a field that mounts late", async () => {
  const panel = (children: ReactNode) => (
    <InlinePanel isShown label="Edit" onBack={() => {}}>
      {() => children}
    </InlinePanel>
  );
  const { ui, focused, rerender } = renderInShadow(panel("Loading"));
  await focused(ui.getByRole("group", { name: "Edit" }));
  rerender(panel(<input aria-label="Late" />));
  await focused(await ui.findByLabelText("Late"));
});

const later = "Load later messages";

/** Renders a long conversation with a saved position near its start. */
async function leftFarUp() {
  const messages = turns(0, 2000);
  const thread = createThread({ agent: manualAgent(), initialMessages: messages });
  const readMarker = { id: messages.at(-1)?.id, questions: [] };
  savedScrollPositions.update(thread, () => ({
    anchorRow: { id: "u500", offset: 40 },
    readMarker,
  }));
  const shadow = renderInShadow(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  await shadow.ui.findByText("Question 500");
  await shadow.ui.findByRole("button", { name: later });
  return { ...shadow, thread, log: shadow.ui.getByRole("log") };
}

describe("the focus when a button for more messages unmounts", () => {
  const earlier = { name: "Load earlier messages" };

  test("the focus stays in the transcript after loading earlier messages from the agent", async () => {
    const { history } = pagedHistory(turns(0, 8), 8);
    const { thread, ui, focused } = renderChat({ agent: { ...manualAgent(), history } });
    await thread.connect();
    await press(await ui.findByRole("button", earlier));
    await ui.findByText("Question 0");
    await focused(ui.getByRole("log"));
  });

  test("the focus stays in the transcript after rendering more rows", async () => {
    const { ui, focused } = renderChat({ initialMessages: turns(0, 501) });
    for (let presses = 0; ui.queryByRole("button", earlier); presses++) {
      expect(presses).toBeLessThan(20);
      await press(ui.getByRole("button", earlier));
    }
    await focused(ui.getByRole("log"));
  });

  test.each(["the end", "a sent message"])(
    "the focus stays in the transcript after the window jumps to %s",
    async (cause) => {
      const { thread, log, ui, button, focused } = await leftFarUp();
      const pressed = button(later);
      pressed.focus({ preventScroll: true });
      if (cause === "the end") await userEvent.keyboard("{End}");
      else void thread.send("What now?");
      await waitFor(() => expect(pressed.isConnected).toBe(false));
      await ui.findByText("Answer 1999");
      await focused(log);
    },
  );
});

describe("ArrowUp with an unrendered last message", () => {
  test("opens its editor and returns the focus", async () => {
    const { ui, focused, composer } = await leftFarUp();
    composer().focus();
    await userEvent.keyboard("{ArrowUp}");
    await focused(await ui.findByDisplayValue("Question 1999"));
    await userEvent.keyboard("{Escape}");
    await focused(composer());
  });

  test("opens nothing when the user has moved the focus meanwhile", async () => {
    const { ui, root, log, composer } = await leftFarUp();
    composer().focus();
    const arrow = { key: "ArrowUp", bubbles: true, composed: true };
    composer().dispatchEvent(new KeyboardEvent("keydown", arrow));
    // Before React renders the row.
    log.focus({ preventScroll: true });
    await ui.findByRole("group", { name: /Question 1999/ });
    expect(ui.queryByDisplayValue("Question 1999")).toBeNull();
    expect(root.activeElement).toBe(log);
  });
});

describe("a queue in a shadow root", () => {
  async function renderQueue(...texts: readonly string[]) {
    const agent = manualAgent();
    const chat = renderChat({ agent });
    onTestFinished(() => chat.thread.stop());
    void chat.thread.send("Now");
    await startRun(agent);
    for (const text of texts) void chat.thread.send(text, { whenBusy: "queue" });
    await waitFor(() => expect(chat.ui.getAllByRole("toolbar")).toHaveLength(texts.length));
    return { ...chat, ids: chat.thread.getSnapshot().queue.map(({ id }) => id) };
  }

  test("moves the focus to the next message after a removal, then to the composer", async () => {
    const { button, focused, composer } = await renderQueue("a", "b");
    await press(button("Remove a"));
    await focused(button("Remove b"));
    await userEvent.keyboard("{Enter}");
    await focused(composer());
  });

  test("leaves the focus where it is on the page", async () => {
    const { thread, ids, ui, button, elsewhere } = await renderQueue("a", "b");
    button("Remove a").focus();
    elsewhere.focus();
    await thread.removeQueued(ids[0] ?? "");
    await waitFor(() => expect(ui.getAllByRole("toolbar")).toHaveLength(1));
    expect(elsewhere).toHaveFocus();
  });

  test("moves focus and text to the composer when an edited message is removed elsewhere", async () => {
    const { thread, ids, button, focused, composer } = await renderQueue("a", "b");
    await press(button("Edit a"));
    await userEvent.keyboard("1");
    await thread.removeQueued(ids[0] ?? "");
    await waitFor(() => expect(composer()).toHaveValue("a1"));
    await focused(composer());
  });
});

test("removing a thread moves the focus to its neighbor, or to the create button", async () => {
  const agent: Agent = {
    run: (input, options) => scriptedAgent(textRun("Answer")).run(input, options),
  };
  const client = createAgentClient({ agent, storage: memoryStorage() });
  for (const threadId of ["One", "Two"]) {
    const thread = client.thread({ threadId });
    await thread.send(threadId);
    await expect.poll(() => thread.isStored()).toBe(true);
  }
  const { ui, button, focused } = renderInShadow(
    <AgentProvider client={client}>
      <ThreadsProvider>
        <ThreadList />
      </ThreadsProvider>
    </AgentProvider>,
  );
  (await ui.findByRole("button", { name: /^One/ })).focus();
  await userEvent.keyboard("{Delete}");
  await press(button("Delete"));
  await focused(button(/^Two/));
  await userEvent.keyboard("{Delete}");
  await press(button("Delete"));
  await focused(button("New conversation"));
});

describe("a form that fails validation in a shadow root", () => {
  const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

  function renderForm() {
    const refusal = createDeferred<{ path: string[]; message: string; code: string }[]>();
    const shadow = renderInShadow(
      <>
        <SchemaFormView schema={schema} validate={() => []} onSubmit={() => refusal.promise} />
        <input aria-label="Beside" />
      </>,
    );
    const refuse = () => refusal.resolve([{ path: ["name"], message: "is taken", code: "taken" }]);
    return { ...shadow, refuse, name: () => shadow.ui.getByRole("textbox", { name: /name/i }) };
  }

  test("moves the focus to the first problem", async () => {
    const { name, button, focused, refuse } = renderForm();
    await userEvent.fill(name(), "Ada");
    await press(button("Submit"));
    refuse();
    await focused(name());
  });

  test("leaves the focus where the user has moved it", async () => {
    const { ui, root, name, button, refuse } = renderForm();
    await userEvent.fill(name(), "Ada");
    await press(button("Submit"));
    ui.getByLabelText("Beside").focus();
    refuse();
    await ui.findByText(/is taken/);
    await waitFor(() => expect(name()).toHaveAttribute("data-problem"));
    expect(root.activeElement).toBe(ui.getByLabelText("Beside"));
  });
});

test("a broken image moves the focus to its link", async () => {
  const value = new URL("/no-such-picture.png", location.href).href;
  const { ui, focused } = renderInShadow(
    <MediaPart
      part={{ type: "image", source: { type: "url", value }, metadata: { filename: "a.png" } }}
    />,
  );
  await press(await ui.findByRole("button", { name: /Load image/ }));
  await focused(await ui.findByRole("link", { name: "a.png" }));
});

test("a sidebar returns the focus to its toggle", async () => {
  const thread = createThread({ agent: manualAgent() });
  const view = (open: boolean) => (
    <ThreadProvider thread={thread}>
      <button type="button">Page</button>
      <ChatSidebar open={open} onOpenChange={() => {}} />
    </ThreadProvider>
  );
  const { button, focused, composer, rerender } = renderInShadow(view(false));
  button("Page").focus();
  rerender(view(true));
  await waitFor(() => expect(composer()).toBeInTheDocument());
  await focused(composer());
  rerender(view(false));
  await focused(button("Page"));
});
