import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useState } from "react";
import { expect } from "storybook/test";
import type { CompletionProvider } from "../../../src/components/composer/completions/completion.ts";
import { completionControls } from "../../states/chatControls.tsx";
import { StateTable } from "../../states/StateTable.tsx";
import { CompletionScreen, people, typeInComposer, waitForMenuText } from "./completionScreens.tsx";

/** Renders commands that run at once and one that takes an argument. */
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
  return <CompletionScreen completions={[commands, people]} title={done || "Trips"} />;
}

const meta = {
  title: "Composer/Commands",
  component: CompletionScreen,
  parameters: { layout: "fullscreen", controlsFromArgs: true },
  args: { completions: [people] },
} satisfies Meta<typeof CompletionScreen>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Lists the commands after a slash at the start of the message. */
export const SlashCommands: Story = {
  render: () => <Commands />,
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "/");
    await expect(canvas.getAllByRole("option")).toHaveLength(2);
  },
};

/** Runs the command instead of sending the message. */
export const CommandDone: Story = {
  render: () => <Commands />,
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "/translate Portuguese{Enter}");
    await canvas.findByRole("heading", { name: "Translated into Portuguese" });
    await expect(canvas.getByRole("textbox")).toHaveValue("");
  },
};

/** Restores the text of a failed command. */
export const CommandFailed: Story = {
  render: () => <Commands isFailing />,
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "/translate Klingon{Enter}");
    await expect(await canvas.findByRole("alert")).toBeVisible();
    await expect(canvas.getByRole("textbox")).toHaveValue("/translate Klingon");
  },
};

/** Holds back a possible command until its provider responds. */
export const WaitingForItems: Story = {
  args: {
    completions: [{ trigger: "/", label: "Commands", items: () => new Promise(() => {}) }],
  },
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "/translate to Portuguese{Enter}");
    await waitForMenuText(canvas, "Searching…");
    await expect(canvas.getByRole("textbox")).toHaveValue("/translate to Portuguese");
  },
};

/** Does not send a possible command when its provider fails. */
export const ItemsFailed: Story = {
  args: {
    completions: [
      { trigger: "/", label: "Commands", items: () => Promise.reject(new Error("503")) },
    ],
  },
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "/translate to Portuguese{Enter}");
    await expect(await canvas.findByRole("alert")).toHaveTextContent("Message not sent");
  },
};

/** Reject functions of the pending commands. */
const rejectPending: (() => void)[] = [];

/** Keeps the text written in the meantime and shows the failed command in an alert. */
export const FailedWhileTyping: Story = {
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
            run: () => new Promise((_resolve, reject) => rejectPending.push(reject)),
          },
        ],
      },
    ],
  },
  play: async ({ canvas }) => {
    await typeInComposer(canvas, "/translate Klingon{Enter}");
    // Inserts text as the browser does, because `userEvent` does not notice that the field was emptied.
    document.execCommand("insertText", false, "And then?");
    for (const reject of rejectPending.splice(0)) reject();
    await expect(await canvas.findByRole("alert")).toHaveTextContent("/translate Klingon");
    await expect(canvas.getByRole("textbox")).toHaveValue("And then?");
  },
};

export const Dark: Story = { ...SlashCommands, globals: { theme: "dark" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={completionControls} /> };
