import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect } from "storybook/test";
import { Chat, type ChatProps } from "../../src/components/chat/Chat.tsx";
import dense from "../../src/styles/themes/dense.css?inline";
import highContrast from "../../src/styles/themes/high-contrast.css?inline";
import material from "../../src/styles/themes/material.css?inline";
import shadcn from "../../src/styles/themes/shadcn.css?inline";
import { textRun } from "../../src/testing/runSteps.ts";
import { materialPage } from "../../test/support/materialPage.ts";
import { shadcnPage } from "../../test/support/shadcnPage.ts";
import { Conversation, Page } from "../conversation.tsx";
import { trip } from "../fixtures.ts";

const meta = {
  title: "Theming/Themes",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

interface ThemedProps extends ChatProps {
  /** Stylesheets of the page. */
  readonly sheets?: string;
  readonly page?: string;
  readonly inlineSize?: number;
}

function Themed({ sheets = "", page = "", inlineSize, ...props }: ThemedProps): ReactNode {
  return (
    <div className={page}>
      <style>{sheets}</style>
      <Page {...(inlineSize && { inlineSize })}>
        <Conversation messages={trip} scripts={[textRun("Every twenty minutes.")]}>
          <Chat title="Travel desk" {...props} />
        </Conversation>
      </Page>
    </div>
  );
}

/** Shows the default theme. */
export const Default: Story = { render: () => <Themed /> };

export const DefaultDark: Story = { ...Default, globals: { theme: "dark" } };

/** Uses the colors, radii and `dark` class of a shadcn/ui page. */
export const Shadcn: Story = { render: () => <Themed sheets={shadcnPage + shadcn} /> };

export const ShadcnDark: Story = {
  render: () => <Themed sheets={shadcnPage + shadcn} page="dark" />,
};

/** Uses the colors of a Material Design 3 page, in a green of its own. */
export const Material: Story = { render: () => <Themed sheets={materialPage + material} /> };

export const MaterialDark: Story = {
  render: () => <Themed sheets={materialPage + material} page="dark" />,
};

/** Fits more on a screen. */
export const Dense: Story = { render: () => <Themed sheets={dense} /> };

export const HighContrast: Story = { render: () => <Themed sheets={highContrast} /> };

export const HighContrastDark: Story = { ...HighContrast, globals: { theme: "dark" } };

export const Compact: Story = { render: () => <Themed density="compact" /> };

/** Uses the compact density automatically in a sidebar of 300 pixels. */
export const NarrowSidebar: Story = {
  render: () => <Themed inlineSize={300} />,
  play: async ({ canvasElement }) => {
    const composer = canvasElement.querySelector(".agk-composer");
    await expect(composer).toHaveStyle({ fontSize: "14.88px" });
  },
};
