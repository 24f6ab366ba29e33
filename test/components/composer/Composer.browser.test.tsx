import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import type { ComposerProps } from "../../../src/components/settings/composerPartProps.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

function renderComposer(width = 400, props: ComposerProps = {}) {
  const agent = manualAgent();
  const thread = createThread({ agent });
  render(
    <div style={{ inlineSize: width }}>
      <ThreadProvider thread={thread}>
        <Composer {...props} />
      </ThreadProvider>
    </div>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  const sent = () => agent.inputs.map((input) => input.messages.at(-1)?.content);
  return { agent, thread, field, sent };
}

test("the field grows with its text up to eight lines, then scrolls", async () => {
  const { field } = renderComposer();
  const line = Number.parseFloat(getComputedStyle(field).lineHeight);
  const height = () => field.getBoundingClientRect().height;
  const empty = height();

  await userEvent.fill(field, "one\ntwo\nthree");
  await waitFor(() => expect(height()).toBeCloseTo(empty + 2 * line, 0));
  expect(field.scrollHeight).toBe(field.clientHeight);

  await userEvent.fill(field, "line\n".repeat(30));
  await waitFor(() => expect(height()).toBeGreaterThan(7 * line));
  expect(height()).toBeLessThan(9.5 * line);
  expect(field.scrollHeight).toBeGreaterThan(field.clientHeight);

  await userEvent.clear(field);
  await waitFor(() => expect(height()).toBe(empty));
});

test("the field grows when a line wraps", async () => {
  const { field } = renderComposer(260);
  await userEvent.fill(field, "a long question that needs more room than there is in one line");
  await waitFor(() => expect(field.scrollHeight).toBe(field.clientHeight));
  expect(field.clientHeight).toBeGreaterThan(60);
});

test("a long placeholder is truncated on one line", () => {
  const { field } = renderComposer(260, {
    placeholder: "Ask for a recipe, or for a change of the one on the card",
  });
  expect(field.scrollHeight).toBe(field.clientHeight);
  expect(getComputedStyle(field, "::placeholder").textWrapMode).toBe("nowrap");
});

test("the composer fits into 320 pixels", async () => {
  renderComposer(320);
  const form = screen.getByRole("button").closest("form") as HTMLElement;
  expect(form.getBoundingClientRect().width).toBeLessThanOrEqual(320);
  expect(form.scrollWidth).toBe(form.clientWidth);
});

test("the button keeps the focus while it changes from send to stop and back", async () => {
  const { agent, thread, field } = renderComposer();
  await userEvent.fill(field, "Hello");
  await userEvent.tab();
  expect(screen.getByRole("button", { name: "Send" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Stop" })).toHaveFocus());
  await agent.started();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("cancelled"));
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveFocus());
});

test("without tools, the send button is beside the text, and below it with tools", async () => {
  const { field, agent } = renderComposer();
  const send = () => screen.getByRole("button", { name: "Send" }).getBoundingClientRect();
  const text = () => field.getBoundingClientRect();
  expect(text().right).toBeLessThanOrEqual(send().left);
  expect(send().bottom - text().bottom).toBeLessThan(2);
  // Several lines grow upwards from the button.
  await userEvent.fill(field, "one\ntwo\nthree");
  await waitFor(() => expect(text().height).toBeGreaterThan(80));
  expect(Math.abs(send().bottom - text().bottom)).toBeLessThan(2);
  expect(agent.inputs).toEqual([]);
});

test("the row of the tools is there before the tools are loaded", async () => {
  const { field } = renderComposer(400, { attachments: true });
  const send = screen.getByRole("button", { name: "Send" });
  const top = send.getBoundingClientRect().top;
  expect(top).toBeGreaterThanOrEqual(field.getBoundingClientRect().bottom);
  await screen.findByRole("button", { name: "Attach files" });
  expect(send.getBoundingClientRect().top).toBe(top);
});
