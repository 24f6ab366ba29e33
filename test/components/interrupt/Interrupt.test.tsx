import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { Interrupt } from "../../../src/components/interrupt/Interrupt.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { useInterrupts } from "../../../src/hooks/interrupts/useInterrupts.ts";
import type { InterruptRenderProps } from "../../../src/hooks/renderers/interruptRenderers.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts, InterruptRenderer, renderOneOfTwo } from "../../hooks/toolChat.tsx";
import { withThread } from "../../hooks/wrap.tsx";
import { call } from "../../store/tools/calls.ts";

/** Renders open interrupts outside of a chat. */
function Dialog(): ReactNode {
  const { interrupts } = useInterrupts();
  return (
    <div role="dialog" aria-label="Questions">
      {interrupts.map(({ interrupt }) => (
        <Interrupt key={interrupt.id} interrupt={interrupt} />
      ))}
    </div>
  );
}

function Card({ interrupt, toolCall, answer, isOpen, resolve, cancel }: InterruptRenderProps) {
  const [text, setText] = useState("");
  return (
    <>
      <p>{`${interrupt.message} ${toolCall?.toolCall.function.name} ${answer?.status}`}</p>
      <input
        aria-label="Why"
        value={text}
        readOnly={!isOpen}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="button" onClick={() => void resolve({ text })}>
        Send answer
      </button>
      <button type="button" onClick={() => void cancel()}>
        Cancel
      </button>
    </>
  );
}

const askForPayment = () =>
  scriptedAgent(
    callsWithInterrupts(
      [{ id: "i1", reason: "approval", message: "Pay?", toolCallId: "c1" }],
      call("pay"),
    ),
    textRun("Paid"),
  );

test("renders an interrupt with its tool call outside of a chat and sends the answer", async () => {
  const agent = askForPayment();
  const thread = createThread({ agent });
  render(
    <>
      <InterruptRenderer reason="approval" render={(props) => <Card {...props} />} />
      <Dialog />
    </>,
    { wrapper: withThread(thread) },
  );
  await act(() => thread.send("Hi"));
  const dialog = screen.getByRole("dialog", { name: "Questions" });
  expect(dialog).toHaveTextContent("Pay? pay undefined");
  await userEvent.type(screen.getByRole("textbox", { name: "Why" }), "owed");
  await userEvent.click(screen.getByRole("button", { name: "Send answer" }));
  await waitFor(() => expect(agent.inputs).toHaveLength(2));
  expect(agent.inputs[1]?.resume).toEqual([
    { interruptId: "i1", status: "resolved", payload: { text: "owed" } },
  ]);
  await waitFor(() => expect(dialog).toBeEmptyDOMElement());
});

test("passes the props of the default card to its replacement", async () => {
  const thread = createThread({ agent: askForPayment() });
  render(
    <ChatSettings components={{ Interrupt: Card }}>
      <Dialog />
    </ChatSettings>,
    { wrapper: withThread(thread) },
  );
  await act(() => thread.send("Hi"));
  expect(screen.getByText("Pay? pay undefined")).toBeVisible();
});

test("keeps typed text across renders of a card and resets it in another thread", async () => {
  const { show } = await renderOneOfTwo(
    {
      left: scriptedAgent(
        callsWithInterrupts([{ id: "i1", reason: "approval", message: "Left?" }]),
      ),
      right: scriptedAgent(
        callsWithInterrupts([{ id: "i1", reason: "approval", message: "Right?" }]),
      ),
    },
    <InterruptRenderer reason="approval" render={(props) => <Card {...props} />} />,
  );
  await userEvent.type(screen.getByRole("textbox", { name: "Why" }), "secret");
  show("left");
  expect(screen.getByRole("textbox", { name: "Why" })).toHaveValue("secret");
  show("right");
  expect(screen.getByText("Right? undefined undefined")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Why" })).toHaveValue("");
});

test("renders the default card and the rest of the transcript while a renderer is suspended", async () => {
  const thread = createThread({ agent: askForPayment() });
  let loaded = (_module: { default: () => ReactNode }) => {};
  const LazyCard = lazy(
    () =>
      new Promise<{ default: () => ReactNode }>((resolve) => {
        loaded = resolve;
      }),
  );
  render(
    <ChatSettings components={{ Interrupt: () => <p>the default</p> }}>
      <InterruptRenderer reason="approval" render={() => <LazyCard />} />
      <MessageList />
    </ChatSettings>,
    { wrapper: withThread(thread) },
  );
  await act(() => thread.send("Hi"));
  expect(screen.getByText("Hi")).toBeVisible();
  expect(screen.getByText("the default")).toBeVisible();
  await act(async () => loaded({ default: () => <p>lazy card</p> }));
  expect(screen.getByText("lazy card")).toBeVisible();
});
