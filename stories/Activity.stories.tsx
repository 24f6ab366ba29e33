import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, within } from "storybook/test";
import { Activity } from "../src/components/Activity.tsx";
import { Message } from "../src/components/Message.tsx";
import { useActivityRenderer } from "../src/hooks/useActivityRenderer.ts";
import type { ActivityMessage } from "../src/protocol/events.ts";
import { Conversation, onSurface } from "./conversation.tsx";
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

const search = (content: Record<string, unknown>): ActivityMessage => ({
  id: "search",
  role: "activity",
  activityType: "SEARCH",
  content,
});

/** A renderer as an application has one, for activities of one type. */
function SearchActivities({ children }: { readonly children: ReactNode }): ReactNode {
  useActivityRenderer({
    activityType: "SEARCH",
    content: {
      type: "object",
      properties: {
        query: { type: "string" },
        hits: { type: "array", items: { type: "string" } },
      },
      required: ["query"],
    },
    render: ({ content: { query, hits = [] } }) => (
      <section aria-label={`Search for ${query}`}>
        <strong>
          {query}: {hits.length}
        </strong>
        <ul>
          {hits.map((hit) => (
            <li key={hit}>{hit}</li>
          ))}
        </ul>
      </section>
    ),
  });
  return children;
}

/** Drawn by `useActivityRenderer`, with what has arrived so far. */
export const CustomRenderer: Story = {
  args: { message: search({ query: "ferries to Cacilhas", hits: ["Transtejo", "Timetable"] }) },
  render: ({ message }) => (
    <Conversation messages={[message]}>
      <SearchActivities>
        <Message message={message} />
      </SearchActivities>
    </Conversation>
  ),
  play: async ({ canvasElement }) => {
    const region = await within(canvasElement).findByRole("region", {
      name: "Search for ferries to Cacilhas",
    });
    await expect(within(region).getAllByRole("listitem")).toHaveLength(2);
  },
};
