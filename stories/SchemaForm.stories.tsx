import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor } from "storybook/test";
import { LazySchemaForm } from "../src/components/form/LazySchemaForm.tsx";
import type { JsonSchema } from "../src/protocol/jsonSchema.ts";
import approval from "../test/fixtures/recordings/tanstack/server-0.58/interrupt-approval-with-parent.1.sse?raw";
import { onSurface } from "./conversation.tsx";
import { eventsOf } from "./recorded.ts";

const meta = {
  title: "SchemaForm",
  component: LazySchemaForm,
  decorators: [onSurface],
  args: { onSubmit: fn() },
} satisfies Meta<typeof LazySchemaForm>;

export default meta;
type Story = StoryObj<typeof meta>;

const trip: JsonSchema = {
  type: "object",
  title: "Trip",
  description: "What is needed to look for a flight and a place to stay.",
  properties: {
    city: { type: "string", title: "Where to", description: "A city or an airport." },
    email: { type: "string", format: "email", title: "Confirmation to" },
    website: { type: "string", format: "uri", title: "Conference page" },
    leave: { type: "string", format: "date", title: "First day" },
    meeting: { type: "string", format: "date-time", title: "First meeting" },
    wakeUp: { type: "string", format: "time" },
    guests: { type: "integer", minimum: 1, maximum: 9, default: 2 },
    budget: { type: "number", minimum: 0, description: "In euros, for everybody together." },
    seat: { enum: ["Window", "Aisle", "Any"], title: "Seat" },
    meal: { enum: ["Vegan", "Vegetarian", "Fish", "Meat"], default: "Vegetarian" },
    breakfast: { type: "boolean", title: "With breakfast", default: true },
    wishes: { type: "string", format: "textarea", title: "Anything else?" },
    ticket: { type: "string", contentEncoding: "base64", contentMediaType: "application/pdf" },
    version: { const: 1 },
    stay: {
      type: "object",
      title: "Place to stay",
      properties: {
        stars: { type: "integer", minimum: 1, maximum: 5 },
        area: { type: "string", title: "Part of the city" },
      },
    },
    tags: { type: "array", items: { type: "string" }, default: ["work"] },
    extras: {
      type: "array",
      title: "Which extras?",
      uniqueItems: true,
      minItems: 1,
      items: { enum: ["Lounge", "Fast lane", "Extra bag", "A seat with room for the legs"] },
    },
    more: { type: "object", title: "For the booking system" },
  },
  required: ["city", "email", "leave", "guests", "seat", "version", "extras"],
};

const people: JsonSchema = {
  type: "object",
  properties: {
    passengers: {
      type: "array",
      minItems: 1,
      maxItems: 3,
      items: {
        type: "object",
        title: "Passenger",
        properties: {
          name: { type: "string" },
          born: { type: "string", format: "date", title: "Date of birth" },
          bags: {
            type: "array",
            items: { type: "string", enum: ["Small", "Large", "Skis", "Bike"] },
          },
        },
        required: ["name"],
      },
    },
  },
  required: ["passengers"],
};

const payment: JsonSchema = {
  type: "object",
  properties: {
    payment: {
      title: "How to pay",
      oneOf: [
        {
          type: "object",
          title: "Card",
          properties: {
            kind: { const: "card" },
            number: { type: "string", title: "Card number", minLength: 12 },
          },
          required: ["kind", "number"],
        },
        {
          type: "object",
          title: "Bank transfer",
          properties: { kind: { const: "transfer" }, iban: { type: "string", title: "IBAN" } },
          required: ["kind", "iban"],
        },
      ],
    },
  },
  required: ["payment"],
};

/** What the answer to the first question of a recording has to be. */
function askedIn(recording: string): JsonSchema {
  for (const event of eventsOf(recording)) {
    const outcome = event.type === "RUN_FINISHED" ? event.outcome : undefined;
    if (outcome?.type === "interrupt") return outcome.interrupts[0]?.responseSchema ?? {};
  }
  throw new Error("Nothing is asked in this recording.");
}

/** The form loads on its own. */
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

/** The first control that needs a change has the focus; each says what it needs. */
export const Errors: Story = {
  args: { schema: trip },
  play: async ({ canvas, args }) => {
    await userEvent.type(await canvas.findByLabelText("Confirmation to"), "nobody");
    await userEvent.clear(canvas.getByLabelText("Guests"));
    await userEvent.type(canvas.getByLabelText("Guests"), "12");
    await userEvent.click(canvas.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(canvas.getByLabelText("Where to")).toHaveFocus());
    await expect(canvas.getByLabelText("Guests")).toHaveAccessibleDescription("Must be at most 9.");
    await expect(canvas.getByRole("alert")).toHaveTextContent("6 answers have to change.");
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** A list of objects, in each of which is a list. */
export const NestedLists: Story = {
  args: { schema: people, defaultValue: { passengers: [{ name: "Ada", bags: ["Large"] }] } },
  play: async ({ canvas, args }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Add to Passengers" }));
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

/** What was written for one kind is still there after a look at the other. */
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

/** Kinds that no constant tells apart: what is wrong is said of the one that is chosen. */
export const KindWithErrors: Story = {
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
                isKept: {
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
    await waitFor(() => expect(code).toHaveAccessibleDescription("This is not in the right form."));
    await waitFor(() => expect(canvas.getByLabelText("Card number")).toHaveFocus());
    await expect(canvas.getByText("Nothing may be here twice.")).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Recorded: what TanStack's server wants for an approval, where a constant alone tells the answers apart. */
export const TanStackAnswer: Story = {
  args: { schema: askedIn(approval) },
  play: async ({ canvas, args }) => {
    // What is in an object that may be left out is needed only when something is in it.
    await canvas.findByLabelText("Path");
    await userEvent.click(canvas.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(args.onSubmit).toHaveBeenCalledWith({ approved: true }));
  },
};

/** What has no control is written as JSON. */
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
    await expect(canvas.getByText("accept: This must be a text.")).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** A single question needs no object around it. */
export const OneQuestion: Story = {
  args: { schema: { type: "string", title: "Your name" }, submitLabel: "Continue" },
};

/** What the server finds wrong is shown like what the form finds wrong. */
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

export const Disabled: Story = { args: { schema: payment, disabled: true, onCancel: fn() } };

export const Dark: Story = { ...Errors, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...NestedLists, globals: { direction: "rtl" } };

/** As narrow as a small phone. */
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
