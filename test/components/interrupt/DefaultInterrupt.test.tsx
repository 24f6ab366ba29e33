import { act, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import type { InterruptRenderProps } from "../../../src/hooks/renderers/interruptRenderers.ts";

const props: InterruptRenderProps = {
  interrupt: { id: "i1", reason: "confirmation", message: "Go on?" },
  isExpired: false,
  isOpen: true,
  answer: undefined,
  toolCall: undefined,
  resolve: async () => [],
  cancel: async () => [],
  reopen: async () => {},
};

/** Creates a card from fresh modules, which have not loaded the form yet. */
async function createCard(overrides: Partial<InterruptRenderProps> = {}) {
  const { DefaultInterrupt } = await import(
    "../../../src/components/interrupt/DefaultInterrupt.tsx"
  );
  const { withMessages } = await import("../withMessages.tsx");
  const Thread = withMessages();
  return (
    <Thread>
      <DefaultInterrupt {...props} {...overrides} />
    </Thread>
  );
}

const approval = {
  id: "i1",
  reason: "tool_call",
  responseSchema: {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      editedArgs: { type: "object", properties: { path: { type: "string" } } },
    },
  },
};

beforeEach(() => vi.resetModules());

test("renders the question while the form loads", async () => {
  const responseSchema = { type: "object", properties: { city: { type: "string" } } };
  const interrupt = { id: "i1", reason: "input_required", message: "Where to?", responseSchema };
  const { container } = render(await createCard({ interrupt }));
  expect(screen.getByRole("group")).toHaveTextContent("Where to?");
  expect(container.querySelector(".agk-form")).toHaveAttribute("aria-busy", "true");
  expect(await screen.findByRole("textbox", { name: "City" })).toBeVisible();
});

test("preloads the form before the user edits arguments", async () => {
  render(await createCard({ interrupt: approval }));
  // The preload began before this import of the same module, so the form is loaded after it.
  await act(() => import("../../../src/components/schemaForm/SchemaFormView.tsx"));
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(screen.getByRole("textbox", { name: "Path" })).toHaveFocus();
});

test("moves focus to the first field of a form that loads after its panel opened", async () => {
  render(await createCard({ interrupt: approval }));
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(screen.getByRole("group", { name: "Edit" })).toHaveFocus();
  expect(await screen.findByRole("textbox", { name: "Path" })).toHaveFocus();
});

test("renders the question and its buttons on a server", async () => {
  const html = renderToString(await createCard());
  expect(html).toContain("Go on?");
  expect(html).toContain("Yes");
});
