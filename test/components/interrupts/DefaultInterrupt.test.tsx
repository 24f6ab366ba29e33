import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { InterruptRenderProps } from "../../../src/hooks/interruptRenderers.ts";
import { createDeferred } from "../../support/deferred.ts";

const path = "../../../src/components/interrupts/InterruptCards.tsx";
const form = "../../../src/components/form/SchemaForm.tsx";
const props: InterruptRenderProps = {
  interrupt: { id: "i1", reason: "confirmation", message: "Go on?" },
  isExpired: false,
  isOpen: true,
  answer: undefined,
  toolCall: undefined,
  resolve: async () => [],
  cancel: async () => [],
};

/** A card in a page that has loaded none yet. */
async function freshCard(given: Partial<InterruptRenderProps> = {}) {
  const { DefaultInterrupt } = await import(
    "../../../src/components/interrupts/DefaultInterrupt.tsx"
  );
  const { withMessages } = await import("../settled.tsx");
  const Thread = withMessages();
  return (
    <Thread>
      <DefaultInterrupt {...props} {...given} />
    </Thread>
  );
}

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock(path);
  vi.doUnmock(form);
});

test("the question is there while what answers it is loading", async () => {
  const { container } = render(await freshCard());
  expect(container.firstElementChild).toHaveAttribute("aria-busy", "true");
  expect(container).toHaveTextContent(/^Go on\?$/);
  expect(await screen.findByRole("button", { name: "Yes" })).toBeVisible();
  expect(container.firstElementChild).not.toHaveAttribute("aria-busy");
});

test("what was answered before needs no room for a question", async () => {
  const answer = { interruptId: "i1", status: "resolved", payload: true } as const;
  const { container } = render(await freshCard({ answer, isOpen: false }));
  expect(container).toHaveTextContent("");
  await waitFor(() => expect(screen.getByText("Confirmed")).toBeVisible());
});

test("a card comes with its form, and not before it", async () => {
  const responseSchema = { type: "object", properties: { city: { type: "string" } } };
  const { promise, resolve: arrive } = createDeferred();
  vi.doMock(form, async (original) => {
    await promise;
    return original();
  });
  render(
    <>
      {await freshCard({ interrupt: { id: "i1", reason: "input_required", responseSchema } })}
      {await freshCard()}
    </>,
  );
  expect(await screen.findByRole("button", { name: "Yes" })).toBeVisible();
  expect(screen.getAllByRole("group")).toHaveLength(1);
  arrive();
  expect(await screen.findByRole("textbox", { name: "City" })).toBeVisible();
  expect(screen.getAllByRole("group")).toHaveLength(2);
});

test("the form that edits arguments is loaded before somebody wants to", async () => {
  const editedArgs = { type: "object", properties: { path: { type: "string" } } };
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs },
  };
  render(await freshCard({ interrupt: { id: "i1", reason: "tool_call", responseSchema } }));
  const { loadedForm } = await import("../../../src/components/interrupts/loadForm.ts");
  const edit = await screen.findByRole("button", { name: "Edit" });
  await waitFor(() => expect(loadedForm()).toBeDefined());
  fireEvent.click(edit);
  expect(screen.getByRole("textbox", { name: "Path" })).toHaveFocus();
});

test("the first field of a form that comes late takes the focus", async () => {
  const editedArgs = { type: "object", properties: { path: { type: "string" } } };
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs },
  };
  const { promise, resolve: arrive } = createDeferred<undefined>();
  vi.doMock(form, async (original) => {
    await promise;
    return original();
  });
  render(await freshCard({ interrupt: { id: "i1", reason: "tool_call", responseSchema } }));
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
  expect(screen.getByRole("group", { name: "Edit" })).toHaveFocus();
  arrive(undefined);
  expect(await screen.findByRole("textbox", { name: "Path" })).toHaveFocus();
});

test("cards that cannot be loaded say so, and can be tried again", async () => {
  vi.doMock(path, () => {
    throw new Error("offline");
  });
  render(await freshCard());
  expect(await screen.findByRole("alert")).toHaveTextContent(/Couldn’t load/);
  vi.doUnmock(path);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Yes" })).toBeVisible();
});

test("a server renders the question", async () => {
  expect(renderToString(await freshCard())).toContain("Go on?");
});
