import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent } from "storybook/test";
import type { CompletionProvider } from "../../../src/components/composer/completions/completion.ts";
import { completionControls } from "../../states/chatControls.tsx";
import { StateTable } from "../../states/StateTable.tsx";
import { CompletionScreen, people, typeInComposer, waitForMenuText } from "./completionScreens.tsx";

const meta = {
  title: "Composer/Mentions",
  component: CompletionScreen,
  parameters: { layout: "fullscreen", controlsFromArgs: true },
  args: { completions: [people] },
} satisfies Meta<typeof CompletionScreen>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Lists people after an `@`: the arrow keys select, Enter inserts. */
export const Mentions: Story = {
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "Could @");
    await userEvent.keyboard("{ArrowDown}");
    await expect(canvas.getByRole("option", { selected: true })).toHaveTextContent("Alan");
  },
};

export const Filtered: Story = {
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "Could @gra");
    await expect(canvas.getAllByRole("option")).toHaveLength(1);
  },
};

export const Inserted: Story = {
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "Could @gra{Enter}");
    await expect(canvas.getByRole("textbox")).toHaveValue("Could @Grace Hopper ");
  },
};

export const NoResults: Story = {
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "Could @zoe");
    await waitForMenuText(canvas, "No results");
  },
};

/** Shows the loading state of a slow provider. */
export const Loading: Story = {
  args: { completions: [{ trigger: "@", label: "People", items: () => new Promise(() => {}) }] },
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "@a");
    await waitForMenuText(canvas, "Searching…");
  },
};

export const Failed: Story = {
  args: {
    completions: [{ trigger: "@", label: "People", items: () => Promise.reject(new Error("503")) }],
  },
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "@a");
    await waitForMenuText(canvas, /^Search failed/);
  },
};

const stations: CompletionProvider = {
  trigger: "@",
  label: "Stations",
  items: [
    { id: "apolonia", label: "Santa Apolónia", description: "Lisbon" },
    { id: "campanha", label: "Campanhã", description: "Porto" },
  ],
};

/** Groups several providers of one trigger, one of which is still loading. */
export const Grouped: Story = {
  args: {
    completions: [
      people,
      stations,
      { trigger: "@", label: "Bookings", items: () => new Promise(() => {}) },
    ],
  },
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "Could @a");
    await waitForMenuText(canvas, "Bookings: Searching…");
    await expect(canvas.getByRole("group", { name: "Stations" })).toBeVisible();
    await expect(canvas.getAllByRole("option")).toHaveLength(5);
  },
};

export const GroupedDark: Story = { ...Grouped, globals: { theme: "dark" } };

export const GroupedNarrow: Story = {
  ...Grouped,
  args: { ...Grouped.args, width: 390 },
};

const many: CompletionProvider = {
  trigger: "#",
  label: "Trains",
  items: Array.from({ length: 40 }, (_, place) => ({
    id: String(place),
    label: `IC ${520 + place}`,
    icon: "🚆",
    description: `Lisbon to Porto, at ${6 + Math.floor(place / 3)}:${["05", "25", "45"][place % 3]}`,
  })),
};

/** Scrolls a list that is as wide as the composer. */
export const LongList: Story = {
  args: { completions: [many] },
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "Is #");
    await userEvent.keyboard("{ArrowUp}");
    await expect(canvas.getByRole("option", { selected: true })).toHaveTextContent("IC 559");
  },
};

export const Narrow: Story = { ...LongList, args: { completions: [many], width: 300 } };

export const RightToLeft: Story = {
  args: {
    completions: [
      {
        trigger: "@",
        label: "أشخاص",
        items: [
          { id: "1", label: "ليلى", description: "تخطط الرحلات" },
          { id: "2", label: "عمر", description: "يحجز القطارات" },
        ],
      },
    ],
    title: "رحلات",
  },
  globals: { direction: "rtl" },
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "@");
    await expect(await canvas.findAllByRole("option")).toHaveLength(2);
  },
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={completionControls} /> };
