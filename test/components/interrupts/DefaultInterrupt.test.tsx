import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { InterruptRenderProps } from "../../../src/hooks/interruptRenderers.ts";

const path = "../../../src/components/interrupts/InterruptCards.tsx";
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
afterEach(() => vi.doUnmock(path));

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

test("cards that cannot be loaded say so, and can be tried again", async () => {
  vi.doMock(path, () => {
    throw new Error("offline");
  });
  render(await freshCard());
  expect(await screen.findByRole("alert")).toHaveTextContent(/could not be loaded/);
  vi.doUnmock(path);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Yes" })).toBeVisible();
});

test("a server renders the question", async () => {
  expect(renderToString(await freshCard())).toContain("Go on?");
});
