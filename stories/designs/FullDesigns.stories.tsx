import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Welcome } from "../../src/components/suggestions/Welcome.tsx";
import dense from "../../src/styles/themes/dense.css?inline";
import material from "../../src/styles/themes/material.css?inline";
import shadcn from "../../src/styles/themes/shadcn.css?inline";
import { shadcnPage } from "../../test/support/shadcnPage.ts";
import { FullDesign } from "./FullDesign.tsx";

/** The same conversation in the looks of four products, with variables, classes and slots alone. */
const meta = {
  title: "Theming/Full designs",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const model = (
  <select className="full-design-model" aria-label="Model">
    <option>Swift</option>
    <option>Thorough</option>
  </select>
);

/** A shadcn/ui page: the preset takes its colors and corners; a model picker and a disclaimer are in slots. */
export const Shadcn: Story = {
  render: () => (
    <FullDesign
      design="shadcn-design"
      sheets={shadcnPage + shadcn}
      product="Acme Travel"
      actions={["Share"]}
      composerStart={model}
      footer="Acme can make mistakes. Check what matters."
    />
  ),
};

/** A Material Design 3 page: the preset sets the colors, round buttons and elevation. */
export const Material: Story = {
  render: () => (
    <FullDesign
      design="material-design"
      sheets={material}
      product="Trips"
      actions={["New trip"]}
      composerEnd={model}
    />
  ),
};

/** A console: small type, tight corners and long lines. */
export const Enterprise: Story = {
  render: () => (
    <FullDesign
      design="enterprise-design"
      sheets={dense}
      product="Travel desk / Bookings / 20418"
      actions={["Assign", "Close"]}
      classNames={{ UserMessageItem: "enterprise-request" }}
      reasoning="collapsed"
      composerStart={model}
    />
  ),
  play: async ({ canvasElement }) => {
    const log = within(canvasElement).getByRole("log");
    await expect(log).toHaveStyle({ fontSize: "14px" });
  },
};

/** A brand: its own colors, type and shapes, from variables and two classes. */
export const Brand: Story = {
  render: () => (
    <FullDesign
      design="brand-design"
      product="Maré"
      actions={["Menu"]}
      welcome={<Welcome title="Where does the sea take you?" />}
      classNames={{ UserMessageItem: "brand-request", Composer: "brand-composer" }}
      placeholder="Ask Maré…"
    />
  ),
};
