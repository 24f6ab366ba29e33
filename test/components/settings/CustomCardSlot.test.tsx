import { act, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { FrontendTool, HumanTool, renderChat } from "../../hooks/toolChat.tsx";
import { call, callRun } from "../../store/tools/calls.ts";

function Once({ label }: { readonly label: string }): ReactNode {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <button type="button" onClick={() => setShown(false)}>
      {label}
    </button>
  );
}

/** A question that is gone as soon as it is answered. */
const asking = (
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

test("whoever answers a tool goes on to the next question, then in the composer", async () => {
  const run = callRun(
    call("ask", { question: "One?" }, "c1"),
    call("ask", { question: "Two?" }, "c2"),
  );
  const { send, user } = renderChat(scriptedAgent(run, textRun("Done")), asking);
  await send();
  const [one, two] = ["One?", "Two?"].map((name) => screen.getByRole("button", { name }));
  await user.click(one as HTMLElement);
  // It is nothing but the button, which a second Enter would press.
  await waitFor(() => expect(two?.parentElement).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(two).toBeInTheDocument();
  await user.keyboard("{Tab}{Enter}");
  await screen.findByText("Done", { selector: "p" });
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveFocus());
});

test("whoever has gone elsewhere meanwhile stays there", async () => {
  const run = callRun(call("ask", { question: "One?" }));
  const { thread, send, user } = renderChat(scriptedAgent(run, textRun("Done")), asking);
  await send();
  screen.getByRole("button", { name: "One?" }).focus();
  await user.click(document.body);
  await act(() => thread.answerToolCall("c1", { value: "Yes" }));
  await screen.findByText("Done", { selector: "p" });
  expect(document.body).toHaveFocus();
});

test("a card that asked nothing may drop what had the focus", async () => {
  const { send, user } = renderChat(
    scriptedAgent(callRun(call("look"))),
    <FrontendTool
      name="look"
      followUp={false}
      handler={() => "seen"}
      render={({ result }) => <Once label={String(result)} />}
    />,
  );
  await send();
  await user.click(screen.getByRole("button", { name: "seen" }));
  expect(screen.queryByRole("button", { name: "seen" })).not.toBeInTheDocument();
  expect(document.body).toHaveFocus();
});
