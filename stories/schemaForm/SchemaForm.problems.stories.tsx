import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { SchemaForm } from "../../src/components/schemaForm/SchemaForm.tsx";
import { onChatBackground } from "../conversation.tsx";
import { conference, conferenceGuests, payment, reporting, trip } from "../forms.ts";
import { formErrorControls } from "../states/questionControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Approvals/Form errors",
  component: SchemaForm,
  decorators: [onChatBackground],
  args: { onSubmit: fn() },
} satisfies Meta<typeof SchemaForm>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Focuses the first invalid control; each control shows its problem. */
export const Errors: Story = {
  args: { schema: trip },
  play: async ({ canvas, args }) => {
    await userEvent.type(await canvas.findByLabelText("Confirmation to"), "nobody");
    await userEvent.clear(canvas.getByLabelText("Guests"));
    await userEvent.type(canvas.getByLabelText("Guests"), "12");
    await userEvent.click(canvas.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(canvas.getByLabelText("Where to")).toHaveFocus());
    await expect(canvas.getByLabelText("Guests")).toHaveAccessibleDescription("Must be at most 9.");
    await expect(canvas.getByRole("alert")).toHaveTextContent("Fix 6 fields.");
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Shows the problems of the selected alternative when no constant distinguishes the alternatives. */
export const AlternativeWithErrors: Story = {
  args: {
    schema: {
      type: "object",
      properties: {
        payment: {
          title: "How to pay",
          oneOf: [
            {
              type: "object",
              title: "Card",
              description: "We charge it on the day you leave.",
              properties: {
                number: { type: "string", title: "Card number", minLength: 12 },
                cvc: { type: "string", title: "Security code", pattern: "^\\d{3}$" },
                isDraft: {
                  type: "boolean",
                  title: "Keep this card for the next trip, and for whatever is bought on this one",
                },
              },
              required: ["number", "cvc"],
            },
            {
              type: "object",
              title: "Bank transfer",
              properties: { iban: { type: "string", title: "IBAN" } },
              required: ["iban"],
            },
          ],
        },
        codes: {
          type: "array",
          description: "€25 each.",
          items: { type: "string" },
          uniqueItems: true,
          maxItems: 2,
          default: ["SPRING", "SPRING"],
        },
      },
      required: ["payment"],
    },
  },
  play: async ({ canvas, args }) => {
    await userEvent.type(await canvas.findByLabelText("Card number"), "12");
    await userEvent.type(canvas.getByLabelText("Security code"), "x{Enter}");
    const code = canvas.getByLabelText("Security code");
    await waitFor(() => expect(code).toHaveAccessibleDescription("Invalid format."));
    await waitFor(() => expect(canvas.getByLabelText("Card number")).toHaveFocus());
    await expect(canvas.getByText("Remove the duplicates.")).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Edits a value without a matching control as JSON. */
export const JsonInstead: Story = {
  args: {
    schema: {
      type: "object",
      properties: {
        headers: {
          type: "object",
          description: "Sent with the request.",
          additionalProperties: { type: "string" },
        },
      },
      required: ["headers"],
    },
    defaultValue: { headers: { accept: "text/html" } },
  },
  play: async ({ canvas, args }) => {
    const field = await canvas.findByLabelText("Headers");
    await userEvent.clear(field);
    await userEvent.type(field, '{{"accept": 1}');
    await userEvent.click(canvas.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(field).toHaveFocus());
    await expect(canvas.getByText("accept: Enter text.")).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Shows problems from the server like problems from the form. */
export const RefusedByTheServer: Story = {
  args: {
    schema: payment,
    onSubmit: fn(async () => [{ path: ["payment", "number"], message: "This card has expired." }]),
  },
  play: async ({ canvas }) => {
    const field = await canvas.findByLabelText("Card number");
    await userEvent.type(field, "4000 0000 0000{Enter}");
    await waitFor(() => expect(field).toHaveAccessibleDescription("This card has expired."));
    await expect(field).toHaveFocus();
  },
};

/** Opens the section with the first problem of a large form; other closed sections say how many problems they have. */
export const ClosedSections: Story = {
  args: { schema: conference, defaultValue: conferenceGuests },
  play: async ({ canvas, args }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Submit" }));
    // The section has another element once it is open.
    await waitFor(() => {
      const opened = within(canvas.getByRole("group", { name: "Guest 28" }));
      expect(opened.getByLabelText("Name")).toHaveFocus();
    });
    const closed = within(canvas.getByRole("group", { name: "Guest 30" }));
    const button = closed.getByRole("button", { name: "Show fields" });
    await expect(button).toHaveAccessibleDescription("Fix 3 fields in this section.");
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Shows that a valid answer could not be sent. */
export const NotSubmitted: Story = {
  ...reporting,
  args: {
    schema: payment,
    onSubmit: fn(() => Promise.reject(new TypeError("Failed to fetch"))),
  },
  play: async ({ canvas }) => {
    await userEvent.type(await canvas.findByLabelText("Card number"), "4000 0000 0000{Enter}");
    await canvas.findByText("Couldn’t submit. Try again.");
    await expect(canvas.getByLabelText("Card number")).toHaveValue("4000 0000 0000");
  },
};

export const Dark: Story = { ...Errors, globals: { theme: "dark" } };

/** Shows the form at the width of a small phone. */
export const Narrow: Story = {
  ...Errors,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: "min(288px, 100%)" }}>
        <Story />
      </div>
    ),
  ],
  play: async (context) => {
    await Errors.play?.(context);
    const form = context.canvas.getByRole("form");
    await expect(form.scrollWidth).toBe(form.clientWidth);
  },
};

/** Shows the controls in all their states. */
export const States: Story = {
  args: { schema: {} },
  render: () => <StateTable controls={formErrorControls} />,
};
