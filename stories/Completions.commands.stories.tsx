import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useState } from "react";
import { expect } from "storybook/test";
import type { CompletionProvider } from "../src/components/composer/completions/completion.ts";
import { Offering, people, seen, write } from "./completing.tsx";

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

const meta = {
  title: "Completions/Commands",
  component: Offering,
  parameters: { layout: "fullscreen" },
  args: { completions: [people] },
} satisfies Meta<typeof Offering>;

export default meta;
type Story = StoryObj<typeof meta>;

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
    await expect(await canvas.findByRole("alert")).toHaveTextContent("Message not sent");
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

export const Dark: Story = { ...SlashCommands, globals: { theme: "dark" } };
