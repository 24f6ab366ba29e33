import { act, render, screen } from "@testing-library/react";
import { lazy } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { MessageItem } from "../../../src/components/message/MessageItem.tsx";
import {
  ChatSettings,
  type RenderMarkdownProps,
} from "../../../src/components/settings/settings.tsx";
import { withMessages } from "../withMessages.tsx";

afterEach(() => vi.restoreAllMocks());

const answer = { id: "a", role: "assistant", content: "**Bold**\n\n```dot\na\n```" } as const;
const reasoning = { id: "r", role: "reasoning", content: "**Reasoned**" } as const;

test("`renderMarkdown` renders answers and reasoning", () => {
  render(
    <ChatSettings renderMarkdown={({ text, isStreaming }) => <i>{`${text} ${isStreaming}`}</i>}>
      <MessageItem message={{ ...answer, content: "**Bold**" }} isStreaming />
      <MessageItem message={reasoning} isStreaming />
    </ChatSettings>,
    { wrapper: withMessages() },
  );
  expect(screen.getByText("**Bold** true")).toBeVisible();
  expect(screen.getByText("**Reasoned** true")).toBeVisible();
});

test("a `renderMarkdown` that throws falls back to the built-in renderer", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <ChatSettings
      renderMarkdown={() => {
        throw new Error("no");
      }}
    >
      <MessageItem message={answer} />
    </ChatSettings>,
    { wrapper: withMessages() },
  );
  expect(screen.getByText("Bold", { selector: "strong" })).toBeVisible();
});

test("a lazy `renderMarkdown` falls back to the built-in renderer while it loads", async () => {
  let finish: (module: { default: typeof CustomText }) => void = () => {};
  const CustomText = ({ text }: RenderMarkdownProps) => <i>{text}</i>;
  const LazyText = lazy(
    () =>
      new Promise<{ default: typeof CustomText }>((resolve) => {
        finish = resolve;
      }),
  );
  render(
    <ChatSettings renderMarkdown={(props) => <LazyText {...props} />}>
      <MessageItem message={{ ...answer, content: "**Bold**" }} />
    </ChatSettings>,
    { wrapper: withMessages() },
  );
  expect(screen.getByText("Bold", { selector: "strong" })).toBeVisible();
  await act(async () => finish({ default: CustomText }));
  expect(screen.getByText("**Bold**", { selector: "i" })).toBeVisible();
  expect(screen.queryByText("Bold", { selector: "strong" })?.checkVisibility?.()).not.toBe(true);
});

test("nested `markdown` settings are merged", () => {
  render(
    <ChatSettings markdown={{ codeBlocks: { dot: ({ code }) => <figure>{code}</figure> } }}>
      <ChatSettings markdown={{ highlight: false }}>
        <MessageItem message={answer} />
      </ChatSettings>
    </ChatSettings>,
    { wrapper: withMessages() },
  );
  expect(screen.getByRole("figure")).toHaveTextContent("a");
});
