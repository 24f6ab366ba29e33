import "../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar } from "../../src/components/chat/ChatSidebar.tsx";
import { SchemaFormView } from "../../src/components/schemaForm/SchemaFormView.tsx";
import { ThreadList } from "../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../src/hooks/providers/ThreadsProvider.tsx";
import type { Agent } from "../../src/protocol/agent.ts";
import type { Message } from "../../src/protocol/events.ts";
import type { JsonSchema } from "../../src/protocol/jsonSchema.ts";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { LARGE } from "../components/chat/popupPage.tsx";
import { wavBase64 } from "../components/composer/attachments/attachFiles.tsx";
import { withMessages } from "../components/withMessages.tsx";

const touch = (enabled: boolean) => {
  // The types of the session have no commands.
  const session = cdp() as { send(method: string, params: object): Promise<unknown> };
  return session.send("Emulation.setTouchEmulationEnabled", { enabled });
};
const isCoarse = () => matchMedia("(pointer: coarse)").matches;

beforeAll(async () => {
  await touch(true);
  await waitFor(() => expect(isCoarse()).toBe(true));
});
afterAll(async () => {
  await touch(false);
  await waitFor(() => expect(isCoarse()).toBe(false));
});

const talk: readonly Message[] = [
  {
    id: "u1",
    role: "user",
    content: [
      { type: "text", text: "And this?" },
      {
        type: "document",
        source: { type: "url", value: "/terms.pdf", mimeType: "application/pdf" },
        metadata: { filename: "terms.pdf" },
      },
      {
        type: "audio",
        source: { type: "data", mimeType: "audio/wav", value: wavBase64 },
        metadata: { filename: "tone.wav" },
      },
    ],
  },
  { id: "r1", role: "reasoning", content: "They ask about the terms." },
  { id: "a1", role: "assistant", content: "So:\n\n```ts\n1 + 1;\n```\n\n| A |\n| - |\n| 1 |" },
];

const sizeOf = (element: Element) => {
  const { width, height } = element.getBoundingClientRect();
  return [element.textContent || element.getAttribute("aria-label"), width >= 40, height >= 40];
};
const middleOf = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
};

test.each([["comfortable"], ["compact"]] as const)(
  "all buttons and links are at least 40 pixels large in %s density",
  async (density) => {
    render(
      <div style={{ inlineSize: 390, blockSize: 600 }}>
        <Chat density={density} attachments />
      </div>,
      { wrapper: withMessages(...talk) },
    );
    await screen.findAllByRole("button", { name: "Copy" });
    await screen.findByRole("table");
    await screen.findByRole("button", { name: "Edit message" });
    const slider = await screen.findByRole("slider");
    // It takes presses once the length of the sound is loaded.
    await waitFor(() => expect(slider).toBeEnabled());
    const targets = [...document.querySelectorAll("button, summary, .agk-file, input[type=range]")];
    expect(targets).toContain(document.querySelector("summary"));
    expect(targets.length).toBeGreaterThan(9);
    expect(targets.map(sizeOf)).toEqual(targets.map((target) => [sizeOf(target)[0], true, true]));
  },
);

test("the edge of a sidebar is 40 pixels wide, around its line", async () => {
  await page.viewport(...LARGE);
  render(
    <ChatSidebar defaultOpen>
      <h1>Shop</h1>
    </ChatSidebar>,
    { wrapper: withMessages(...talk) },
  );
  const edge = await screen.findByRole("separator", { name: "Resize chat" });
  const { left, right, width } = edge.getBoundingClientRect();
  expect(width).toBeGreaterThanOrEqual(40);
  const sidebar = screen.getByRole("complementary").getBoundingClientRect();
  expect(Math.abs((left + right) / 2 - sidebar.left)).toBeLessThanOrEqual(1);
  const line = Number.parseFloat(getComputedStyle(edge, "::after").insetInlineStart);
  expect(Math.abs(left + line - sidebar.left)).toBeLessThanOrEqual(1);
});

/** A schema with every kind of field. */
const schema: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name" },
    days: { type: "integer", title: "Days" },
    isCheap: { type: "boolean", title: "Cheap" },
    when: { type: "string", format: "date", title: "When" },
    about: { type: "string", maxLength: 1000, title: "About" },
    seat: { enum: ["aisle", "window"], title: "Seat" },
    meals: { type: "array", items: { enum: ["soup", "fish"] }, uniqueItems: true, title: "Meals" },
    town: { enum: [..."abcdefgh"], title: "Town" },
    guests: { type: "array", items: { type: "string" }, minItems: 1, title: "Guests" },
    more: { title: "More" },
  },
  required: ["seat", "guests"],
};

/** Renders all components with fields in compact density. */
async function renderFields(): Promise<void> {
  const agent: Agent = {
    ...manualAgent(),
    getCapabilities: async () => ({ multiAgent: { subagents: [{ name: "a" }, { name: "b" }] } }),
  };
  const thread = createThread({ agent, initialMessages: talk });
  const client = createAgentClient({ agent: manualAgent() });
  for (let id = 1; id <= 12; id++) {
    const message: Message = { id: `u${id}`, role: "user", content: `Trip ${id}` };
    client.thread({ threadId: `t${id}`, initialMessages: [message] });
  }
  render(
    <div data-density="compact" style={{ inlineSize: 390 }}>
      <AgentProvider client={client}>
        <ThreadsProvider>
          <ThreadList />
        </ThreadsProvider>
      </AgentProvider>
      <SchemaFormView schema={schema} onSubmit={() => {}} />
      <ThreadProvider thread={thread}>
        <Chat style={{ blockSize: 600 }} />
      </ThreadProvider>
    </div>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Edit message" }));
  await userEvent.click(screen.getByRole("button", { name: "Actions for Trip 1" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rename" }));
  await screen.findByLabelText("Agent");
  await screen.findByRole("searchbox");
}

test("all fields are at least 40 pixels large, with text that no phone zooms into", async () => {
  await renderFields();
  const fields = [...document.querySelectorAll("input, select, textarea")];
  const kinds = new Set(fields.map((field) => (field as HTMLInputElement).type));
  expect(kinds).toEqual(
    new Set([
      "search",
      "text",
      "number",
      "checkbox",
      "date",
      "radio",
      "range",
      "select-one",
      "textarea",
    ]),
  );
  const small = fields.filter((field) => {
    const isCheckable = field.matches("[type=checkbox], [type=radio]");
    // The label of a checkbox or radio button is part of its touch target.
    const { width, height } = (
      (isCheckable && field.closest("label")) ||
      field
    ).getBoundingClientRect();
    const takesText = !isCheckable && !field.matches("[type=range]");
    const isZoomed = takesText && Number.parseFloat(getComputedStyle(field).fontSize) < 16;
    return isZoomed || width < 40 || height < 40;
  });
  expect(small).toEqual([]);
});

test.each([["comfortable"], ["compact"]] as const)(
  "the close button is vertically centered beside the title in %s density",
  async (density) => {
    render(<ChatPopup title="Help" defaultOpen density={density} />, {
      wrapper: withMessages(...talk),
    });
    const close = await screen.findByRole("button", { name: "Close chat" });
    const title = screen.getByRole("heading", { name: "Help" });
    const header = title.closest(".agk-header") as HTMLElement;
    const { bottom } = header.getBoundingClientRect();
    expect(Math.abs(middleOf(close) - middleOf(title))).toBeLessThan(1);
    expect(close.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom + 1);
  },
);
