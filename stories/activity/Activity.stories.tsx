import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, userEvent, within } from "storybook/test";
import { Activity } from "../../src/components/activity/Activity.tsx";
import { MessageItem } from "../../src/components/message/MessageItem.tsx";
import { useActivityRenderer } from "../../src/hooks/renderers/useActivityRenderer.ts";
import { useMessages } from "../../src/hooks/thread/useMessages.ts";
import type { ActivityMessage } from "../../src/protocol/events.ts";
import a2ui from "../../test/fixtures/recordings/copilotkit/a2ui-fixed-schema.sse?raw";
import { Conversation, onChatBackground } from "../conversation.tsx";
import { plan } from "../fixtures.ts";
import { eventsOf } from "../recordings.ts";
import { StateTable } from "../states/StateTable.tsx";
import { activityControls } from "../states/workControls.tsx";

const meta = {
  title: "Messages/Activity",
  component: Activity,
  decorators: [onChatBackground],
} satisfies Meta<typeof Activity>;

export default meta;
type Story = StoryObj<typeof meta>;

const search = (content: Record<string, unknown>): ActivityMessage => ({
  id: "search",
  role: "activity",
  activityType: "SEARCH",
  content,
});

export const Plan: Story = { args: { message: plan } };

/** Shows an icon and a label for every outcome of a step. */
export const PlanFailed: Story = {
  args: {
    message: {
      ...plan,
      content: {
        steps: [
          { title: "Look at the weather", status: "completed" },
          { title: "Find a restaurant by the sea", status: "failed" },
          { title: "Book a table for two", status: "pending" },
        ],
      },
    },
  },
};

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

const pages = [
  ["Transtejo: timetable Cais do Sodré – Cacilhas", "https://www.ttsl.pt/ferries/cacilhas"],
  ["Ferries across the Tagus", "https://en.wikipedia.org/wiki/Tagus_ferries"],
  ["Ponto Final, a restaurant by the river", "https://www.example.com/ponto-final"],
  ["Lisbon by boat", "https://www.example.org/lisbon-by-boat"],
  ["Tides at Lisbon", "https://www.example.net/tides"],
  ["The lift of Boca do Vento", "https://www.example.com/boca-do-vento"],
  ["Almada, the other side", "https://www.example.org/almada"],
] as const;

const results = pages.map(([title, url]) => ({ title, url }));

/** Shows the query, the progress and the results found so far. */
export const Searching: Story = {
  args: {
    message: search({
      query: "ferries from Lisbon to Cacilhas",
      status: "searching",
      progress: 3,
      total: 12,
      results: results
        .slice(0, 3)
        .map((one) => ({ ...one, snippet: "Every 20 minutes until late." })),
    }),
  },
  play: async ({ canvas }) => {
    await canvas.findByRole("progressbar", { name: "Progress" });
    await expect(canvas.getAllByRole("link")).toHaveLength(3);
  },
};

/** Shows five of many sources. */
export const SearchDone: Story = {
  args: {
    message: search({
      search_queries: ["ferries Lisbon Cacilhas", "restaurants by the Tagus"],
      status: "completed",
      sources: results,
    }),
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("2 more sources"));
    await expect(canvas.getAllByRole("link")).toHaveLength(7);
  },
};

/** Shows a source with an unsafe URL as plain text. */
export const UnsafeSources: Story = {
  args: {
    message: search({
      query: "prizes",
      results: [{ title: "You won", url: "javascript:alert(1)" }],
    }),
  },
  play: async ({ canvas }) => {
    await canvas.findByText("javascript:alert(1)");
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};

export const SearchNarrow: Story = {
  ...Searching,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 280 }}>
        <Story />
      </div>
    ),
  ],
};

export const SearchDark: Story = { ...Searching, globals: { theme: "dark" } };

export const SearchRightToLeft: Story = { ...Searching, globals: { direction: "rtl" } };

/** Shows an activity that the agent left in progress when its run ended. */
export const Interrupted: Story = {
  args: {
    message: {
      id: "a",
      role: "activity",
      activityType: "fileImport",
      content: {
        status: "retrying",
        attempt: 2,
        steps: [
          { title: "Read orders.csv", status: "completed" },
          { title: "Write the orders", status: "in_progress" },
        ],
      },
    },
  },
  render: (args) => (
    <Conversation>
      <Activity {...args} />
    </Conversation>
  ),
  play: async ({ canvas }) => {
    const card = canvas.getByText("File import").closest("details") as HTMLElement;
    await expect(card).toHaveAttribute("data-status", "unfinished");
    await expect(card.querySelector("summary")).toHaveTextContent("File importInterrupted");
    await expect(canvas.getAllByRole("listitem")[1]).toHaveTextContent("Interrupted");
  },
};

/** Shows any JSON that an agent sends in readable form. */
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
  // Nested values are indented further than their key.
  play: async ({ canvas }) => {
    const startOf = (text: string) => canvas.getByText(text).getBoundingClientRect().left;
    await expect(startOf("A") - startOf("Nested")).toBeGreaterThan(8);
    await expect(startOf("Name") - startOf("User")).toBeGreaterThan(8);
    const tag = canvas.getByText("admin").closest("li") as HTMLElement;
    await expect(getComputedStyle(tag).listStyleType).toBe("disc");
  },
};

function TheActivity(): ReactNode {
  const message = useMessages().find(({ role }) => role === "activity");
  return message && <MessageItem message={message} />;
}

/** Recorded: CopilotKit's runtime describes a surface to render. Without a renderer its JSON is shown. */
export const UnknownKind: Story = {
  args: { message: plan },
  render: () => (
    <Conversation scripts={[[eventsOf(a2ui)]]} isStarted>
      <TheActivity />
    </Conversation>
  ),
  play: async ({ canvas }) => {
    await canvas.findByText(/a2ui.surface/i);
  },
};

export const Dark: Story = { ...Plan, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Plan, globals: { direction: "rtl" } };

/** Registers a renderer for one activity type, as an application does. */
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

/** Renders the partial content through `useActivityRenderer`. */
export const CustomRenderer: Story = {
  args: { message: search({ query: "ferries to Cacilhas", hits: ["Transtejo", "Timetable"] }) },
  render: ({ message }) => (
    <Conversation messages={[message]}>
      <SearchActivities>
        <MessageItem message={message} />
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

/** Shows the controls in all their states. */
export const States: Story = {
  args: { message: { id: "plan", role: "activity", activityType: "PLAN", content: {} } },
  render: () => <StateTable controls={activityControls} />,
};
