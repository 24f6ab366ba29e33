import { act, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { FrontendTool, HumanTool, renderToolChat } from "../../hooks/toolChat.tsx";
import { call, callRun } from "../../store/tools/calls.ts";

/** Renders a button that removes itself when pressed. */
function SelfRemovingButton({ label }: { readonly label: string }): ReactNode {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <button type="button" onClick={() => setShown(false)}>
      {label}
    </button>
  );
}

/** A human tool whose card unmounts when it is answered. */
const questionTool = (
  <HumanTool<{ question: string }, string>
    name="ask"
    render={({ status, args, respond }) =>
      status === "waiting" ? (
        <button type="button" onClick={() => void respond("Yes")}>
          {args?.question}
        </button>
      ) : null
    }
  />
);

test("answering a human tool moves the focus to the next question, then to the composer", async () => {
  const run = callRun(
    call("ask", { question: "One?" }, "c1"),
    call("ask", { question: "Two?" }, "c2"),
  );
  const { send, user } = renderToolChat(scriptedAgent(run, textRun("Done")), questionTool);
  await send();
  const [first, second] = ["One?", "Two?"].map((name) => screen.getByRole("button", { name }));
  await user.click(first as HTMLElement);
  // The slot takes the focus, because a second Enter would press the only button.
  await waitFor(() => expect(second?.parentElement).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(second).toBeInTheDocument();
  await user.keyboard("{Tab}{Enter}");
  await screen.findByText("Done", { selector: "p" });
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveFocus());
});

test("a focus that has moved elsewhere stays there", async () => {
  const run = callRun(call("ask", { question: "One?" }));
  const { thread, send, user } = renderToolChat(scriptedAgent(run, textRun("Done")), questionTool);
  await send();
  screen.getByRole("button", { name: "One?" }).focus();
  await user.click(document.body);
  await act(() => thread.answerToolCall("c1", { value: "Yes" }));
  await screen.findByText("Done", { selector: "p" });
  expect(document.body).toHaveFocus();
});

test("a card that asked nothing does not move the focus when its button unmounts", async () => {
  const { send, user } = renderToolChat(
    scriptedAgent(callRun(call("look"))),
    <FrontendTool
      name="look"
      followUp={false}
      handler={() => "seen"}
      render={({ result }) => <SelfRemovingButton label={String(result)} />}
    />,
  );
  await send();
  await user.click(screen.getByRole("button", { name: "seen" }));
  expect(screen.queryByRole("button", { name: "seen" })).not.toBeInTheDocument();
  expect(document.body).toHaveFocus();
});
