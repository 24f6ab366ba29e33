import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useState } from "react";
import { expect, userEvent, waitFor, type within } from "storybook/test";
import { Chat } from "../src/components/Chat.tsx";
import type { CompletionProvider } from "../src/components/completions/completion.ts";
import { Conversation, Page } from "./conversation.tsx";
import { trip } from "./fixtures.ts";

const people: CompletionProvider = {
  trigger: "@",
  label: "People",
  items: [
    { id: "ada", label: "Ada Lovelace", description: "Plans journeys by train" },
    { id: "alan", label: "Alan Turing", description: "Knows the timetables" },
    { id: "grace", label: "Grace Hopper", description: "Books what has been planned" },
  ],
};

/** Commands that are done at once, and one that wants something behind it. */
function Commands({ isFailing = false }: { readonly isFailing?: boolean }): ReactNode {
  const [done, setDone] = useState("");
  const commands: CompletionProvider = {
    trigger: "/",
    label: "Commands",
    items: [
      {
        id: "summary",
        label: "summary",
        description: "Writes the journey down in short",
        run: () => setDone("A summary was asked for"),
      },
      {
        id: "translate",
        label: "translate",
        args: "language",
        description: "Answers in another language",
        run: ({ args }) => {
          if (isFailing) throw new Error("No such language");
          setDone(`Translated into ${args}`);
        },
      },
    ],
  };
  return <Offering completions={[commands, people]} title={done || "Trips"} />;
}

interface OfferingProps {
  readonly completions: readonly CompletionProvider[];
  readonly title?: string;
  /** How wide the page is, in pixels; as wide as the window when absent. */
  readonly width?: number;
}

function Offering({ completions, title, width }: OfferingProps): ReactNode {
  return (
    <Page {...(width !== undefined && { inlineSize: width })}>
      <Conversation messages={trip}>
        <Chat completions={completions} {...(title !== undefined && { title })} />
      </Conversation>
    </Page>
  );
}

const meta = {
  title: "Completions",
  component: Offering,
  parameters: { layout: "fullscreen" },
  args: { completions: [people] },
} satisfies Meta<typeof Offering>;

export default meta;
type Story = StoryObj<typeof meta>;

const write = async (canvas: ReturnType<typeof within>, text: string) => {
  const field = await canvas.findByRole("textbox");
  await waitFor(() => expect(field).toHaveAttribute("aria-autocomplete"));
  await userEvent.type(field, text);
};

const seen = (canvas: ReturnType<typeof within>, words: string | RegExp) =>
  waitFor(() => expect(canvas.getByText(words, { selector: "p" })).toBeVisible());

/** People behind an `@`; the arrow keys choose, Enter takes. */
export const Mentions: Story = {
  play: async ({ canvas }) => {
    await write(canvas, "Could @");
    await userEvent.keyboard("{ArrowDown}");
    await expect(canvas.getByRole("option", { selected: true })).toHaveTextContent("Alan");
  },
};

export const Filtered: Story = {
  play: async ({ canvas }) => {
    await write(canvas, "Could @gra");
    await expect(canvas.getAllByRole("option")).toHaveLength(1);
  },
};

export const Taken: Story = {
  play: async ({ canvas }) => {
    await write(canvas, "Could @gra{Enter}");
    await expect(canvas.getByRole("textbox")).toHaveValue("Could @Grace Hopper ");
  },
};

/** What can be done, behind a slash at the beginning. */
export const SlashCommands: Story = {
  render: () => <Commands />,
  play: async ({ canvas }) => {
    await write(canvas, "/");
    await expect(canvas.getAllByRole("option")).toHaveLength(2);
  },
};

/** Done in the place of being sent. */
export const CommandDone: Story = {
  render: () => <Commands />,
  play: async ({ canvas }) => {
    await write(canvas, "/translate Portuguese{Enter}");
    await canvas.findByRole("heading", { name: "Translated into Portuguese" });
    await expect(canvas.getByRole("textbox")).toHaveValue("");
  },
};

/** A command that has failed comes back. */
export const CommandFailed: Story = {
  render: () => <Commands isFailing />,
  play: async ({ canvas }) => {
    await write(canvas, "/translate Klingon{Enter}");
    await expect(await canvas.findByRole("alert")).toBeVisible();
    await expect(canvas.getByRole("textbox")).toHaveValue("/translate Klingon");
  },
};

export const NothingFound: Story = {
  play: async ({ canvas }) => {
    await write(canvas, "Could @zoe");
    await seen(canvas, "Nothing found");
  },
};

/** The application is asked, and takes its time. */
export const Loading: Story = {
  args: { completions: [{ trigger: "@", label: "People", items: () => new Promise(() => {}) }] },
  play: async ({ canvas }) => {
    await write(canvas, "@a");
    await seen(canvas, "Searching…");
  },
};

export const Failed: Story = {
  args: {
    completions: [{ trigger: "@", label: "People", items: () => Promise.reject(new Error("503")) }],
  },
  play: async ({ canvas }) => {
    await write(canvas, "@a");
    await seen(canvas, /^The search failed/);
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

/** Several providers of one sign, of which one still looks for what it has. */
export const Grouped: Story = {
  args: {
    completions: [
      people,
      stations,
      { trigger: "@", label: "Bookings", items: () => new Promise(() => {}) },
    ],
  },
  play: async ({ canvas }) => {
    await write(canvas, "Could @a");
    await seen(canvas, "Bookings: Searching…");
    await expect(canvas.getByRole("group", { name: "Stations" })).toBeVisible();
    await expect(canvas.getAllByRole("option")).toHaveLength(5);
  },
};

export const GroupedDark: Story = { ...Grouped, globals: { theme: "dark" } };

export const GroupedNarrow: Story = {
  ...Grouped,
  args: { ...Grouped.args, width: 390 },
};

/** What may be a command waits until that is known. */
export const Held: Story = {
  args: {
    completions: [{ trigger: "/", label: "Commands", items: () => new Promise(() => {}) }],
  },
  play: async ({ canvas }) => {
    await write(canvas, "/translate to Portuguese{Enter}");
    await seen(canvas, "Searching…");
    await expect(canvas.getByRole("textbox")).toHaveValue("/translate to Portuguese");
  },
};

/** It could not be known, and was not sent. */
export const NotKnown: Story = {
  args: {
    completions: [
      { trigger: "/", label: "Commands", items: () => Promise.reject(new Error("503")) },
    ],
  },
  play: async ({ canvas }) => {
    await write(canvas, "/translate to Portuguese{Enter}");
    await expect(await canvas.findByRole("alert")).toHaveTextContent("Not sent");
  },
};

/** Commands that are under way. */
const failing: (() => void)[] = [];

/** One that has failed while something else was written comes back afterwards. */
export const FailedMeanwhile: Story = {
  args: {
    completions: [
      {
        trigger: "/",
        label: "Commands",
        items: [
          {
            id: "translate",
            label: "translate",
            args: "language",
            run: () => new Promise((_done, fail) => failing.push(fail)),
          },
        ],
      },
    ],
  },
  play: async ({ canvas }) => {
    await write(canvas, "/translate Klingon{Enter}");
    // As the browser writes: what types here does not know that the field has been emptied.
    document.execCommand("insertText", false, "And then?");
    for (const fail of failing.splice(0)) fail();
    await expect(await canvas.findByRole("alert")).toHaveTextContent("/translate Klingon");
    await expect(canvas.getByRole("textbox")).toHaveValue("And then?");
  },
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

/** It scrolls, and is as wide as the composer. */
export const LongList: Story = {
  args: { completions: [many] },
  play: async ({ canvas }) => {
    await write(canvas, "Is #");
    await userEvent.keyboard("{ArrowUp}");
    await expect(canvas.getByRole("option", { selected: true })).toHaveTextContent("IC 559");
  },
};

export const Narrow: Story = { ...LongList, args: { completions: [many], width: 300 } };

export const Dark: Story = { ...SlashCommands, globals: { theme: "dark" } };

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
    await write(canvas, "@");
    await expect(await canvas.findAllByRole("option")).toHaveLength(2);
  },
};
