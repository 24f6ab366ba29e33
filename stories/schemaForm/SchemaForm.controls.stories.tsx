import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor } from "storybook/test";
import { SchemaForm } from "../../src/components/schemaForm/SchemaForm.tsx";
import type { JsonSchema } from "../../src/protocol/jsonSchema.ts";
import approval from "../../test/fixtures/recordings/tanstack/server-0.58/interrupt-approval-with-parent.1.sse?raw";
import { onChatBackground } from "../conversation.tsx";
import { payment, people, trip } from "../forms.ts";
import { eventsOf } from "../recordings.ts";
import { formControls } from "../states/formControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Approvals/Form",
  component: SchemaForm,
  decorators: [onChatBackground],
  args: { onSubmit: fn() },
} satisfies Meta<typeof SchemaForm>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Returns the response schema of the first question in a recording. */
function askedIn(recording: string): JsonSchema {
  for (const event of eventsOf(recording)) {
    const outcome = event.type === "RUN_FINISHED" ? event.outcome : undefined;
    if (outcome?.type === "interrupt") return outcome.interrupts[0]?.responseSchema ?? {};
  }
  throw new Error("This recording has no interrupt.");
}

/** Renders the form without a chat. */
export const EveryControl: Story = {
  args: { schema: trip, submitLabel: "Look for it", onCancel: fn() },
  play: async ({ canvas, args }) => {
    await userEvent.type(await canvas.findByLabelText("Where to"), "Lisbon");
    await userEvent.type(canvas.getByLabelText("Confirmation to"), "me@example.com");
    await userEvent.type(canvas.getByLabelText("First day"), "2026-05-01");
    await userEvent.click(canvas.getByRole("radio", { name: "Aisle" }));
    await userEvent.click(canvas.getByRole("checkbox", { name: "Lounge" }));
    await userEvent.click(canvas.getByRole("button", { name: "Look for it" }));
    await waitFor(() =>
      expect(args.onSubmit).toHaveBeenCalledWith({
        city: "Lisbon",
        email: "me@example.com",
        leave: "2026-05-01",
        guests: 2,
        seat: "Aisle",
        meal: "Vegetarian",
        breakfast: true,
        version: 1,
        tags: ["work"],
        extras: ["Lounge"],
      }),
    );
  },
};

/** Edits a list of objects that contain lists. */
export const NestedLists: Story = {
  args: { schema: people, defaultValue: { passengers: [{ name: "Ada", bags: ["Large"] }] } },
  play: async ({ canvas, args }) => {
    const [, addPassenger] = await canvas.findAllByRole("button", { name: "Add item" });
    if (!addPassenger) throw new Error("The button that adds a passenger is missing.");
    await userEvent.click(addPassenger);
    const second = canvas.getByRole("group", { name: "Passenger 2" });
    await waitFor(() => expect(second.querySelector("input")).toHaveFocus());
    await userEvent.keyboard("Grace");
    await userEvent.click(canvas.getByRole("button", { name: "Submit" }));
    await waitFor(() =>
      expect(args.onSubmit).toHaveBeenCalledWith({
        passengers: [{ name: "Ada", bags: ["Large"] }, { name: "Grace" }],
      }),
    );
  },
};

/** Keeps the input of one alternative while another is selected. */
export const OneOfSeveral: Story = {
  args: { schema: payment, submitLabel: "Pay" },
  play: async ({ canvas, args }) => {
    await userEvent.type(await canvas.findByLabelText("Card number"), "4000 0000 0000");
    await userEvent.selectOptions(canvas.getByLabelText("How to pay"), "Bank transfer");
    await userEvent.type(canvas.getByLabelText("IBAN"), "DE02");
    await userEvent.selectOptions(canvas.getByLabelText("How to pay"), "Card");
    await expect(canvas.getByLabelText("Card number")).toHaveValue("4000 0000 0000");
    await userEvent.click(canvas.getByRole("button", { name: "Pay" }));
    await waitFor(() =>
      expect(args.onSubmit).toHaveBeenCalledWith({
        payment: { kind: "card", number: "4000 0000 0000" },
      }),
    );
  },
};

/** Recorded: the approval schema of TanStack's server, whose alternatives differ by a constant only. */
export const ApproveOrDeny: Story = {
  args: { schema: askedIn(approval) },
  play: async ({ canvas, args }) => {
    // The fields of an optional object are required only when one of them has a value.
    await canvas.findByLabelText("Path");
    await userEvent.click(canvas.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(args.onSubmit).toHaveBeenCalledWith({ approved: true }));
  },
};

/** Shows a single question without an enclosing object. */
export const OneQuestion: Story = {
  args: { schema: { type: "string", title: "Your name" }, submitLabel: "Continue" },
};

export const Disabled: Story = { args: { schema: payment, disabled: true, onCancel: fn() } };

export const RightToLeft: Story = { ...NestedLists, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = {
  args: { schema: {} },
  render: () => <StateTable controls={formControls} />,
};
