import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect, test, vi } from "vitest";
import { DefaultInterrupt } from "../../../src/components/interrupt/DefaultInterrupt.tsx";
import type { InterruptRenderProps } from "../../../src/hooks/renderers/interruptRenderers.ts";
import { createDeferred } from "../../support/deferred.ts";
import { withMessages } from "../withMessages.tsx";
import { openInterrupts } from "./openInterrupts.tsx";

/** Renders a card without a thread, to control how answers are received. */
function renderCard(props: Partial<InterruptRenderProps>) {
  const all: InterruptRenderProps = {
    interrupt: { id: "i1", reason: "confirmation", message: "Go on?" },
    isExpired: false,
    isOpen: true,
    answer: undefined,
    toolCall: undefined,
    resolve: async () => [],
    cancel: async () => [],
    reopen: async () => {},
    ...props,
  };
  const Thread = withMessages();
  const element = (more: Partial<InterruptRenderProps> = {}) => (
    <StrictMode>
      <Thread>
        <DefaultInterrupt {...all} {...more} />
      </Thread>
    </StrictMode>
  );
  const { rerender } = render(element());
  return {
    user: userEvent.setup(),
    change: (more: Partial<InterruptRenderProps>) => rerender(element(more)),
  };
}

test("shows a validation problem beside the reason until it is edited", async () => {
  const { press, user, agent, resumed } = await openInterrupts([
    {
      reason: "tool_call",
      responseSchema: {
        type: "object",
        properties: { approved: { type: "boolean" }, reason: { type: "string", minLength: 5 } },
      },
    },
  ]);
  await press("Deny");
  await user.keyboard("no{Enter}");
  const field = screen.getByRole("textbox", { name: "Reason" });
  const alert = within(field.closest(".agk-field-group") as HTMLElement).getByRole("alert");
  await waitFor(() => expect(alert).toHaveTextContent("Use at least 5 characters."));
  expect(field).toHaveAccessibleDescription("optional Use at least 5 characters.");
  expect(field).toHaveValue("no");
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
  expect(agent.inputs).toHaveLength(1);
  await user.keyboard(", never");
  expect(alert).toBeEmptyDOMElement();
  expect(field).toBeValid();
  expect(field).toHaveAccessibleDescription("optional");
  await user.keyboard("{Enter}");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: false, reason: "no, never" } },
  ]);
});

test("shows once why the thread refused an answer", async () => {
  const problem = { interruptId: "i1", path: [], message: "the offer has changed" };
  const { user } = renderCard({ resolve: async () => [problem, problem] });
  await user.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() =>
    expect(screen.getByRole("alert")).toHaveTextContent(/^The offer has changed\.$/),
  );
});

test("does not mark the field invalid when the thread refuses the answer", async () => {
  const problem = { interruptId: "i1", path: [], message: "the offer has changed" };
  const { user } = renderCard({
    interrupt: { id: "i1", reason: "tool_call" },
    resolve: async () => [problem],
  });
  await user.click(screen.getByRole("button", { name: "Deny" }));
  await user.keyboard("No{Enter}");
  expect(await screen.findByText("The offer has changed.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Reason" })).toBeValid();
});

test("lets the user retry after sending an answer fails", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const offline = new Error("offline");
  const resolve = vi.fn(async () => []).mockRejectedValueOnce(offline);
  const { user } = renderCard({ resolve });
  await user.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(/Try again/));
  await user.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(screen.getByRole("alert")).toBeEmptyDOMElement());
  expect(resolve).toHaveBeenCalledTimes(2);
  expect(report.mock.calls).toEqual([[offline]]);
  vi.unstubAllGlobals();
});

test("ignores other buttons and keeps focus while an answer is being sent", async () => {
  const { promise, resolve: finish } = createDeferred<[]>();
  const resolve = vi.fn(() => promise);
  const cancel = vi.fn(async () => []);
  const { user } = renderCard({ resolve, cancel });
  const yes = screen.getByRole("button", { name: "Yes" });
  await user.dblClick(yes);
  expect(screen.getByRole("group")).toHaveAttribute("aria-busy", "true");
  expect(yes).toHaveAttribute("aria-disabled", "true");
  expect(yes).toHaveFocus();
  // Shown on the pressed button alone.
  expect([...document.querySelectorAll("[data-busy]")]).toEqual([yes]);
  await user.click(screen.getByRole("button", { name: "No" }));
  await user.click(screen.getByRole("button", { name: "Skip" }));
  expect(resolve.mock.calls).toEqual([[true]]);
  expect(cancel).not.toHaveBeenCalled();
  await act(async () => finish([]));
  expect(screen.getByRole("group")).not.toHaveAttribute("aria-busy");
  expect(yes).not.toHaveAttribute("aria-disabled");
  expect(document.querySelector("[data-busy]")).toBeNull();
});

test("sends one answer when two clicks come before the next render", async () => {
  const pending = createDeferred<readonly []>();
  const resolve = vi.fn(() => pending.promise);
  renderCard({ resolve });
  const button = screen.getByRole("button", { name: "Yes" });
  await act(async () => {
    button.click();
    button.click();
  });
  expect(resolve).toHaveBeenCalledTimes(1);
  await act(async () => pending.resolve([]));
  await act(async () => button.click());
  expect(resolve).toHaveBeenCalledTimes(2);
});

test("disables all buttons when the interrupt is closed", async () => {
  const resolve = vi.fn(async () => []);
  const cancel = vi.fn(async () => []);
  const { user } = renderCard({ isOpen: false, resolve, cancel });
  for (const button of screen.getAllByRole("button")) {
    expect(button).toHaveAttribute("aria-disabled", "true");
    await user.click(button);
  }
  expect(resolve).not.toHaveBeenCalled();
  expect(cancel).not.toHaveBeenCalled();
});

test.each([
  ["confirmation", ["Yes", "No"]],
  ["tool_call", ["Approve", "Deny"]],
  ["upload_required", ["Send answer"]],
  ["pick_time", ["Send answer"]],
])("the user can only cancel an expired %s", async (reason, names) => {
  const resolve = vi.fn(async () => []);
  const cancel = vi.fn(async () => []);
  const { user } = renderCard({
    interrupt: { id: "i1", reason, expiresAt: "2020-01-01T00:00:00Z" },
    isExpired: true,
    resolve,
    cancel,
  });
  expect(screen.getByRole("group")).toHaveAttribute("data-status", "expired");
  expect(screen.getByRole("status")).toHaveTextContent(/^This request has expired\.$/);
  for (const name of names) {
    const button = screen.getByRole("button", { name });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await user.click(button);
  }
  expect(resolve).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Skip" }));
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("keeps typed text and the cancel button after the interrupt expires", async () => {
  const cancel = vi.fn(async () => []);
  const interrupt = { id: "i1", reason: "pick_time" };
  const { user, change } = renderCard({ interrupt, cancel });
  const field = screen.getByRole("textbox", { name: "Your answer" });
  await user.type(field, "At ten");
  change({ interrupt, isExpired: true });
  expect(field).toHaveValue("At ten");
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute("readonly");
  await user.click(screen.getByRole("button", { name: "Skip" }));
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("moves focus from a form to the card when the interrupt expires", async () => {
  const interrupt = {
    id: "i1",
    reason: "input_required",
    responseSchema: { type: "object", properties: { city: { type: "string" } } },
  };
  const { user, change } = renderCard({ interrupt });
  await user.type(await screen.findByRole("textbox", { name: "City" }), "Ro");
  change({ interrupt, isExpired: true });
  expect(screen.getByRole("textbox", { name: "City" })).toHaveValue("Ro");
  expect(screen.getByRole("group")).toHaveFocus();
  expect(screen.getByRole("button", { name: "Skip" })).toBeEnabled();
});

const approval = {
  id: "i1",
  reason: "tool_call",
  responseSchema: {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      scope: { enum: ["once", "always"] },
      editedArgs: { type: "object", properties: { path: { type: "string" } } },
    },
  },
};

test.each([
  ["Deny", "Reason"],
  ["Edit", "Path"],
  ["Other answer…", "Scope"],
])("shows the cancel button when the interrupt expires after %s", async (opener, name) => {
  const cancel = vi.fn(async () => []);
  const interrupt = { ...approval };
  const { user, change } = renderCard({ interrupt, cancel });
  await user.click(screen.getByRole("button", { name: opener }));
  const field = await screen.findByLabelText(name);
  const cancels = screen.queryAllByRole("button", { name: "Skip" });
  expect(cancels).toHaveLength(opener === "Deny" ? 1 : 0);
  change({ interrupt, cancel, isExpired: true });
  expect(field).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Skip" }));
  expect(cancel).toHaveBeenCalledTimes(1);
});

test.each([
  ["Deny", "Reason"],
  ["Edit", "Path"],
  ["Other answer…", "Scope"],
])("closes the panel of %s on Escape without other effects", async (opener, name) => {
  const { user } = renderCard({ interrupt: { ...approval } });
  await user.click(screen.getByRole("button", { name: opener }));
  const field = await screen.findByLabelText(name);
  field.focus();
  fireEvent.keyDown(field, { key: "Escape", isComposing: true });
  expect(field, "Escape closed an input method").toBeVisible();
  const isTaken = !fireEvent.keyDown(field, { key: "Escape" });
  expect(isTaken, "Escape does not stop the run").toBe(true);
  expect(field).not.toBeVisible();
  expect(screen.getByRole("button", { name: opener })).toHaveFocus();
});

test("ignores Escape while an answer is being sent", async () => {
  const { promise, resolve: finish } = createDeferred<[]>();
  const { user } = renderCard({ interrupt: { ...approval }, resolve: () => promise });
  await user.click(screen.getByRole("button", { name: "Deny" }));
  await user.keyboard("No{Enter}{Escape}");
  expect(screen.getByRole("textbox", { name: "Reason" })).toBeVisible();
  await act(async () => finish([]));
});

test("renders an answer that was not sent in time as expired", () => {
  renderCard({ answer: { interruptId: "i1", status: "resolved", payload: true }, isExpired: true });
  expect(screen.getByRole("group")).toHaveAttribute("data-status", "expired");
  expect(screen.queryByRole("button", { name: "Keep my answer" })).not.toBeInTheDocument();
});
