import { createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Composer } from "../../src/components/Composer.tsx";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { textRun } from "../../src/testing/steps.ts";
import { withAgent } from "../hooks/wrap.tsx";

const field = () => screen.getByRole("textbox", { name: "Message" });

function renderComposer() {
  const agent = manualAgent();
  render(<Composer />, { wrapper: withAgent(agent) });
  const sent = () => agent.inputs.map((input) => input.messages.at(-1)?.content);
  return { agent, sent, user: userEvent.setup() };
}

test("Enter sends the text and empties the field, which keeps the focus", async () => {
  const { sent, user } = renderComposer();
  await user.type(field(), "  Hello there {Enter}");
  await waitFor(() => expect(sent()).toEqual(["Hello there"]));
  expect(field()).toHaveValue("");
  expect(field()).toHaveFocus();
});

test("Shift+Enter breaks the line", async () => {
  const { sent, user } = renderComposer();
  await user.type(field(), "one{Shift>}{Enter}{/Shift}two");
  expect(field()).toHaveValue("one\ntwo");
  await user.type(field(), "{Enter}");
  await waitFor(() => expect(sent()).toEqual(["one\ntwo"]));
});

test.each([
  ["is composing", { isComposing: true, keyCode: 13 }],
  ["has just taken the key", { isComposing: false, keyCode: 229 }],
])("Enter does not send while an input method %s", async (_when, fields) => {
  const { sent, user } = renderComposer();
  await user.type(field(), "にほん");
  const event = createEvent.keyDown(field(), { key: "Enter", ...fields });
  fireEvent(field(), event);
  expect(event.defaultPrevented).toBe(false);
  expect(field()).toHaveValue("にほん");
  expect(sent()).toEqual([]);
});

test("nothing is sent while there is nothing to send, and the button says so", async () => {
  const { sent, user } = renderComposer();
  const button = screen.getByRole("button", { name: "Send" });
  expect(button).toHaveAttribute("aria-disabled", "true");
  await user.type(field(), "   {Enter}");
  await user.click(button);
  expect(sent()).toEqual([]);
  await user.type(field(), "x");
  expect(button).toHaveAttribute("aria-disabled", "false");
});

test("the button sends, becomes stop, and stops", async () => {
  const { agent, sent, user } = renderComposer();
  await user.type(field(), "Hello");
  await user.click(screen.getByRole("button", { name: "Send" }));
  const stop = await screen.findByRole("button", { name: "Stop" });
  await waitFor(() => expect(sent()).toEqual(["Hello"]));
  await user.click(stop);
  expect(agent.signal?.aborted).toBe(true);
  expect(await screen.findByRole("button", { name: "Send" })).toBe(stop);
});

test("the next message can be written while the agent answers, and is kept", async () => {
  const { agent, sent, user } = renderComposer();
  await user.type(field(), "First{Enter}");
  await waitFor(() => expect(sent()).toHaveLength(1));
  await user.type(field(), "Second{Enter}");
  expect(field()).toHaveValue("Second");
  expect(sent()).toHaveLength(1);

  await user.keyboard("{Escape}");
  expect(agent.signal?.aborted).toBe(true);
  await screen.findByRole("button", { name: "Send" });
  expect(field()).toHaveValue("Second");
});

test("Escape does nothing while nothing runs", async () => {
  const agent = scriptedAgent(textRun("Hi"));
  render(<Composer />, { wrapper: withAgent(agent) });
  const event = createEvent.keyDown(field(), { key: "Escape" });
  fireEvent(field(), event);
  expect(event.defaultPrevented).toBe(false);
});

test("Escape that an input method has taken does not stop the run", async () => {
  const { agent, sent, user } = renderComposer();
  await user.type(field(), "First{Enter}");
  await waitFor(() => expect(sent()).toHaveLength(1));
  fireEvent.keyDown(field(), { key: "Escape", keyCode: 229 });
  expect(agent.signal?.aborted).toBe(false);
  fireEvent.keyDown(field(), { key: "Escape" });
  expect(agent.signal?.aborted).toBe(true);
  await screen.findByRole("button", { name: "Send" });
});
