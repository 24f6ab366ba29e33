import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useState } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { useHumanTool } from "../../src/hooks/tools/useHumanTool.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/runSteps.ts";
import { StateTable } from "../states/StateTable.tsx";
import { humanToolControls } from "../states/workControls.tsx";
import { renderToolScreen, toolCallEvents, waitForText } from "./toolScreens.tsx";

const meta = {
  title: "Tools/Human tools",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

function Seats({ children }: { readonly children: ReactNode }): ReactNode {
  useHumanTool<{ row?: number }, string>({
    name: "pick_seat",
    render: ({ status, args, result, error, respond, reject }) =>
      status === "waiting" ? (
        <fieldset>
          <legend>Row {args?.row}: which seat?</legend>
          {["Window", "Aisle"].map((seat) => (
            <button key={seat} type="button" onClick={() => void respond(seat)}>
              {seat}
            </button>
          ))}
          <button type="button" onClick={() => void reject("I will stand")}>
            None
          </button>
        </fieldset>
      ) : (
        <p>
          Row {args?.row}: {result ?? error ?? status}
        </p>
      ),
  });
  return children;
}

/** Answers two calls that wait for the user, in any order. */
export const WaitingForUser: Story = {
  render: renderToolScreen(Seats, [
    [
      runStarted(),
      ...toolCallEvents("c1", "pick_seat", { row: 12 }),
      ...toolCallEvents("c2", "pick_seat", { row: 13 }),
      runFinished(),
    ],
    textRun("Both seats are yours."),
  ]),
};

export const AnsweredByUser: Story = {
  ...WaitingForUser,
  play: async ({ canvas, canvasElement }) => {
    const second = await canvas.findByRole("group", { name: "Row 13: which seat?" });
    await userEvent.click(within(second).getByRole("button", { name: "Window" }));
    await waitForText(canvasElement, "Row 13: Window");
    const first = canvas.getByRole("group", { name: "Row 12: which seat?" });
    await userEvent.click(within(first).getByRole("button", { name: "None" }));
    await waitForText(canvasElement, "Both seats are yours.");
  },
};

/** Renders a seat picker that the user can remove before answering, as by navigating away. */
function SeatsForAWhile({ children }: { readonly children: ReactNode }): ReactNode {
  const [isMounted, setMounted] = useState(true);
  if (!isMounted) return children;
  return (
    <>
      <button type="button" onClick={() => setMounted(false)}>
        Leave the seats
      </button>
      <Seats>{null}</Seats>
      {children}
    </>
  );
}

/** Offers an answer in the open card of the call when the picker is gone. */
export const NothingToAnswerWith: Story = {
  render: renderToolScreen(SeatsForAWhile, [
    [runStarted(), ...toolCallEvents("c1", "pick_seat", { row: 12 }), runFinished()],
    textRun("Then I take the first one that is free."),
  ]),
  play: async ({ canvas }) => {
    await canvas.findByRole("group", { name: "Row 12: which seat?" });
    await userEvent.click(canvas.getByRole("button", { name: "Leave the seats" }));
    await waitFor(() => expect(canvas.getByRole("button", { name: "Deny" })).toBeVisible());
  },
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={humanToolControls} /> };
