import type { Meta, StoryObj } from "@storybook/react-vite";
import { Activity } from "../src/components/Activity.tsx";
import { onSurface } from "./conversation.tsx";
import { plan } from "./fixtures.ts";

const meta = {
  title: "Activity",
  component: Activity,
  decorators: [onSurface],
} satisfies Meta<typeof Activity>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plan: Story = { args: { message: plan } };

export const Progress: Story = {
  args: {
    message: {
      id: "a",
      role: "activity",
      activityType: "fileImport",
      content: { file: "orders.csv", rowsRead: 1200, progress: 0.4 },
    },
  },
};

/** Whatever an agent sends can be read. */
export const AnyJson: Story = {
  args: {
    message: {
      id: "a",
      role: "activity",
      activityType: "DEBUG_STATE",
      content: {
        user: { name: "Ada", tags: ["admin", "beta"] },
        retries: 0,
        lastError: null,
        nested: { a: { b: { c: { d: [1, 2, { e: true }] } } } },
      },
    },
  },
};

export const Dark: Story = { ...Plan, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Plan, globals: { direction: "rtl" } };
