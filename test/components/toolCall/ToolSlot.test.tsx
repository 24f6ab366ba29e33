import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ToolSlot } from "../../../src/components/toolCall/ToolSlot.tsx";
import { useComponentTool } from "../../../src/hooks/tools/useComponentTool.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { renderToolChat } from "../../hooks/toolChat.tsx";
import { call, callRun } from "../../store/tools/calls.ts";

const parameters = z.object({ title: z.string() });

function DocumentTool(): ReactNode {
  useComponentTool({
    name: "write_document",
    parameters,
    component: ({ title }) => <figure aria-label={title} />,
  });
  return null;
}

const beside = (
  <>
    <DocumentTool />
    <ToolSlot name="write_document" label="Document" empty="Ask for a document." />
  </>
);

/** Creates an agent that writes a document in each of these calls, then reports it. */
const writer = (...titles: readonly string[]) =>
  scriptedAgent(
    ...titles.flatMap((title, index) => [
      callRun(call("write_document", { title }, `c${index}`)),
      textRun(`Written: ${title}.`),
    ]),
  );

const slot = () => screen.getByRole("region", { name: "Document" });
const inSlot = () => within(slot());
const written = (title: string) => screen.findByText(`Written: ${title}.`, { selector: "p" });

/** Renders a slot beside a chat in which two versions have been written. */
async function renderTwoVersions() {
  const view = renderToolChat(writer("Draft", "Final"), beside);
  await view.send();
  await written("Draft");
  await view.send();
  await written("Final");
  return view;
}

describe("a slot beside the chat", () => {
  test("shows the given content until its tool is called, and then the latest call", async () => {
    const { send } = renderToolChat(writer("Draft", "Final"), beside);
    expect(slot()).toHaveTextContent("Ask for a document.");
    await send();
    await written("Draft");
    expect(inSlot().getByRole("figure", { name: "Draft" })).toBeVisible();
    expect(inSlot().queryByRole("group")).toBeNull();
    await send();
    await written("Final");
    expect(inSlot().getAllByRole("figure")).toHaveLength(1);
    expect(inSlot().getByRole("figure", { name: "Final" })).toBeVisible();
  });

  test("walks through the versions, and returns to the latest with a new call", async () => {
    const { send } = renderToolChat(writer("Draft", "Final", "Sequel"), beside);
    await send();
    await written("Draft");
    await send();
    await written("Final");
    await userEvent.click(inSlot().getByRole("button", { name: "Previous version" }));
    expect(inSlot().getByRole("figure", { name: "Draft" })).toBeVisible();
    expect(inSlot().getByRole("group", { name: "Version 1 of 2" })).toBeVisible();
    await userEvent.click(inSlot().getByRole("button", { name: "Previous version" }));
    expect(inSlot().getByRole("figure", { name: "Draft" })).toBeVisible();
    await send();
    await written("Sequel");
    expect(inSlot().getByRole("figure", { name: "Sequel" })).toBeVisible();
    expect(inSlot().getByRole("group", { name: "Version 3 of 3" })).toBeVisible();
  });

  test("leaves a card in the chat, whose button shows that version", async () => {
    const { container } = await renderTwoVersions();
    expect(screen.getAllByRole("figure")).toHaveLength(1);
    const chat = within(container.querySelector<HTMLElement>(".agk-chat") ?? container);
    const first = chat.getByRole("button", { name: "Show: Version 1 of 2" });
    expect(chat.getByRole("button", { current: true })).toHaveAccessibleName(
      "Show: Version 2 of 2",
    );
    await userEvent.click(first);
    expect(inSlot().getByRole("figure", { name: "Draft" })).toBeVisible();
    expect(slot()).toHaveFocus();
    expect(first).toHaveAttribute("aria-current", "true");
  });

  test("gives its calls back to the chat when it is removed", async () => {
    const { show } = await renderTwoVersions();
    show(<DocumentTool />);
    await waitFor(() => expect(screen.getAllByRole("figure")).toHaveLength(2));
    expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
  });
});
