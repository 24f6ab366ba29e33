import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, userEvent, waitFor } from "storybook/test";
import type { FormGenerator } from "../../src/components/generativeForm/GenerativeFormCard.tsx";
import { useGenerativeForm } from "../../src/components/generativeForm/useGenerativeForm.tsx";
import type { FormLayout } from "../../src/components/schemaForm/layout/formLayout.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/runSteps.ts";
import { renderToolScreen, toolCallEvents, waitForText } from "../toolCall/toolScreens.tsx";

const meta = {
  title: "Tools/Generated forms",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const address = {
  type: "object",
  required: ["firstName", "lastName", "street", "city", "postalCode", "country"],
  properties: {
    firstName: { type: "string", title: "First name" },
    lastName: { type: "string", title: "Last name" },
    street: { type: "string", title: "Street" },
    postalCode: { type: "string", title: "Postal code" },
    city: { type: "string", title: "City" },
    country: { type: "string", title: "Country", enum: ["Austria", "Germany", "Portugal"] },
    isGift: { type: "boolean", title: "This is a gift" },
    greeting: { type: "string", title: "Greeting" },
  },
} as const;

const request = {
  description: "Where should we send your order?",
  data: { firstName: "Ada", lastName: "Lovelace", city: "Lisbon" },
  output: address,
};

/** Renders a conversation in which the agent asks with a form. */
function renderForms(generator?: FormGenerator) {
  function Forms({ children }: { readonly children: ReactNode }): ReactNode {
    useGenerativeForm({ generator });
    return children;
  }
  return renderToolScreen(Forms, [
    [runStarted(), ...toolCallEvents("c1", "generateUserInterface", request), runFinished()],
    textRun("Thank you. It arrives on Friday."),
  ]);
}

/** Asks for the values of a schema that the agent sends, with the values that it knows. */
export const FromASchema: Story = { render: renderForms() };

export const Answered: Story = {
  ...FromASchema,
  play: async ({ canvas, canvasElement }) => {
    await userEvent.type(await canvas.findByRole("textbox", { name: "Street" }), "Rua Augusta 1");
    await userEvent.type(canvas.getByRole("textbox", { name: "Postal code" }), "1100");
    await userEvent.click(canvas.getByRole("radio", { name: "Portugal" }));
    await userEvent.click(canvas.getByRole("button", { name: "Submit" }));
    await waitForText(canvasElement, "Thank you. It arrives on Friday.");
    await expect(canvas.queryByRole("form")).toBeNull();
  },
};

const control = (name: string): FormLayout => ({ type: "Control", scope: `#/properties/${name}` });

const row = (...names: readonly string[]): FormLayout => ({
  type: "HorizontalLayout",
  elements: names.map(control),
});

/** Puts short fields beside each other, and shows a field only when another one asks for it. */
export const WithALayout: Story = {
  render: renderForms(() => ({
    jsonSchema: address,
    uiSchema: {
      type: "VerticalLayout",
      elements: [
        { type: "Group", label: "Recipient", elements: [row("firstName", "lastName")] },
        {
          type: "Group",
          label: "Address",
          elements: [control("street"), row("postalCode", "city"), control("country")],
        },
        control("isGift"),
        {
          type: "Control",
          scope: "#/properties/greeting",
          options: { multi: true },
          rule: {
            effect: "SHOW",
            condition: { scope: "#/properties/isGift", schema: { const: true } },
          },
        },
      ],
    },
  })),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("checkbox", { name: "This is a gift" }));
    await expect(await canvas.findByRole("textbox", { name: "Greeting" })).toBeVisible();
  },
};

/** Divides a long form into sections. A section opens by itself for a problem. */
export const WithSections: Story = {
  render: renderForms(() => ({
    jsonSchema: address,
    uiSchema: {
      type: "Categorization",
      elements: [
        { type: "Category", label: "Recipient", elements: [row("firstName", "lastName")] },
        {
          type: "Category",
          label: "Address",
          elements: [control("street"), row("postalCode", "city"), control("country")],
        },
        { type: "Category", label: "Gift", elements: [control("isGift"), control("greeting")] },
      ],
    },
  })),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Submit" }));
    await waitFor(() => expect(canvas.getByRole("textbox", { name: "Street" })).toHaveFocus());
  },
};

/** Waits for a generator that asks another model. */
export const Preparing: Story = { render: renderForms(() => new Promise(() => {})) };
