import "../../../src/styles/index.css";
import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { useInterruptRenderer } from "../../../src/hooks/renderers/useInterruptRenderer.ts";
import { useHumanTool } from "../../../src/hooks/tools/useHumanTool.ts";
import { call, callRun } from "../../store/tools/calls.ts";
import { interruptScript, renderSmallChat } from "../interrupt/smallChat.tsx";

/** Registers a human tool whose card is only a button, and unmounts when it is answered. */
function PickTool(): ReactNode {
  useHumanTool({
    name: "pick",
    render: ({ status, respond }) =>
      status === "waiting" && (
        <button type="button" onClick={() => void respond("This")}>
          Pick
        </button>
      ),
  });
  return null;
}

interface ApprovalCardProps {
  readonly isShown: (isOpen: boolean) => boolean;
}

function ApprovalCard({ isShown }: ApprovalCardProps): ReactNode {
  useInterruptRenderer({
    reason: "approval",
    render: ({ interrupt, answer, resolve }) => (
      <fieldset disabled={answer !== undefined}>
        {isShown(answer === undefined) && (
          <button type="button" onClick={() => void resolve(true)}>
            {interrupt.message}
          </button>
        )}
      </fieldset>
    ),
  });
  return null;
}

test("the slot of a custom card takes the focus when the card is only a button", async () => {
  const { log } = await renderSmallChat(
    callRun(call("pick", {}, "c1"), call("pick", {}, "c2")),
    <PickTool />,
  );
  const [first, second] = await screen.findAllByRole("button", { name: "Pick" });
  first?.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(second?.parentElement).toHaveFocus());
  await userEvent.keyboard("{Enter}{Tab}");
  expect(second).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await within(log).findByText("Done.");
});

test.each([
  ["unmounts", (isOpen: boolean) => isOpen],
  ["is disabled", () => true],
])(
  "the focus moves to the next question when the button of a custom card %s",
  async (_, isShown) => {
    const { log } = await renderSmallChat(
      interruptScript([
        { id: "i1", reason: "approval", message: "One?" },
        { id: "i2", reason: "approval", message: "Two?" },
      ]),
      <ApprovalCard isShown={isShown} />,
    );
    const [first, second] = await Promise.all(
      ["One?", "Two?"].map((name) => screen.findByRole("button", { name })),
    );
    first?.focus();
    await userEvent.keyboard("{Enter}");
    // The card takes the focus, because a second Enter would press its button.
    await waitFor(() => expect(second?.closest("fieldset")).toHaveFocus());
    await userEvent.keyboard("{Enter}{Tab}");
    expect(second).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await within(log).findByText("Done.");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  },
);
