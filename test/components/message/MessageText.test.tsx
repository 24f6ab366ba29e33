import { act, render, screen } from "@testing-library/react";
import { lazy } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Message } from "../../../src/components/message/Message.tsx";
import {
  ChatSettings,
  type RenderMarkdownProps,
} from "../../../src/components/settings/settings.tsx";
import { loadExtras } from "../markdown/loadExtras.tsx";
import { withMessages } from "../withMessages.tsx";

loadExtras();

afterEach(() => vi.restoreAllMocks());

const answer = { id: "a", role: "assistant", content: "**Bold**\n\n```dot\na\n```" } as const;
const thought = { id: "r", role: "reasoning", content: "**Thought**" } as const;

test("answers and reasoning are drawn by the application's renderer", () => {
  render(
    <ChatSettings renderMarkdown={({ text, isStreaming }) => <i>{`${text} ${isStreaming}`}</i>}>
      <Message message={{ ...answer, content: "**Bold**" }} isStreaming />
      <Message message={thought} isStreaming />
    </ChatSettings>,
    { wrapper: withMessages() },
  );
  expect(screen.getByText("**Bold** true")).toBeVisible();
  expect(screen.getByText("**Thought** true")).toBeVisible();
});

test("one that throws leaves the built-in renderer", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <ChatSettings
      renderMarkdown={() => {
        throw new Error("no");
      }}
    >
      <Message message={answer} />
    </ChatSettings>,
    { wrapper: withMessages() },
  );
  expect(screen.getByText("Bold", { selector: "strong" })).toBeVisible();
});

test("a renderer that is loaded late has the built-in one in its place", async () => {
  let finish: (module: { default: typeof Late }) => void = () => {};
  const Late = ({ text }: RenderMarkdownProps) => <i>{text}</i>;
  const Lazy = lazy(
    () =>
      new Promise<{ default: typeof Late }>((resolve) => {
        finish = resolve;
      }),
  );
  render(
    <ChatSettings renderMarkdown={(props) => <Lazy {...props} />}>
      <Message message={{ ...answer, content: "**Bold**" }} />
    </ChatSettings>,
    { wrapper: withMessages() },
  );
  expect(screen.getByText("Bold", { selector: "strong" })).toBeVisible();
  await act(async () => finish({ default: Late }));
  expect(screen.getByText("**Bold**", { selector: "i" })).toBeVisible();
  expect(screen.queryByText("Bold", { selector: "strong" })?.checkVisibility?.()).not.toBe(true);
});

test("settings of Markdown nest", () => {
  render(
    <ChatSettings markdown={{ codeBlocks: { dot: ({ code }) => <figure>{code}</figure> } }}>
      <ChatSettings markdown={{ highlight: false }}>
        <Message message={answer} />
      </ChatSettings>
    </ChatSettings>,
    { wrapper: withMessages() },
  );
  expect(screen.getByRole("figure")).toHaveTextContent("a");
});
