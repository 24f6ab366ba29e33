import { render, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { cdp } from "vitest/browser";
import { Chat, type ChatProps } from "../../src/components/chat/Chat.tsx";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import type { CodeBlockProps } from "../../src/components/markdown/markdownOptions.ts";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../src/store/thread/createThread.ts";
import styles from "../../src/styles/index.css?inline";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { HostLine, HostPage } from "../components/HostPage.tsx";
import { addStyles, changesBy } from "./styleChanges.ts";

/** Renders a streaming answer. */
async function renderAnswer(text: string, props: ChatProps): Promise<void> {
  const agent = manualAgent();
  const thread = createThread({ agent });
  onTestFinished(() => thread.stop());
  render(
    <ThreadProvider thread={thread}>
      <Chat {...props} />
    </ThreadProvider>,
  );
  void thread.send("Hi");
  const { threadId, runId } = await agent.started();
  await agent.emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "TEXT_MESSAGE_START", messageId: "a", role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "a", delta: text },
  );
  await waitFor(() =>
    expect(document.querySelector(".agk-message[data-streaming] .host")).not.toBeNull(),
  );
}

/** Returns what the style sheet changes of the application's elements, apart from inherited values. */
function hostChanges(): readonly string[] {
  addStyles(".host { all: initial; position: relative; display: flow-root; inline-size: 300px; }");
  expect(document.querySelectorAll(".host *").length).toBeGreaterThan(6);
  // With the focus, to compare the focus ring as well.
  document.querySelector<HTMLElement>(".host input")?.focus();
  return changesBy(styles, ".host *:not(option)");
}

const block = "One:\n\n```page\n1\n```\n\nTwo";
const nested = "Before\n\n> Said:\n>\n> - one\n>\n>   ```page\n>   1\n>   ```\n\nTwo";
const inFootnote = "One[^1]\n\n[^1]: Said\n\n    ```page\n    1\n    ```\n\nTwo";
const codeBlocks = { page: HostPage };

test.each<readonly [string, string, ChatProps]>([
  ["code block", block, { markdown: { codeBlocks } }],
  ["code block in a list in a quotation", nested, { markdown: { codeBlocks } }],
  ["code block in a footnote", inFootnote, { markdown: { codeBlocks } }],
  ["inline formula", "It is $a$ so", { markdown: { math: HostLine } }],
  ["display formula", "So\n\n$$\na\n$$\n\nthat", { markdown: { math: HostPage } }],
  ["rendered Markdown", "One", { renderMarkdown: HostPage }],
  ["message", "One", { components: { AssistantMessageItem: HostPage } }],
])("the style sheet changes nothing in an application's %s", async (_, text, props) => {
  await renderAnswer(text, props);
  expect(hostChanges()).toEqual([]);
});

function Note({ code }: CodeBlockProps) {
  return (
    <aside className="note">
      <h4>Note</h4>
      <Markdown text={code} codeBlocks={codeBlocks} />
    </aside>
  );
}

const everything = `### Title

One \`two\` [three](https://example.com)

- [x] four
  1. five

> six

| a |
| - |
| b |

\`\`\`ts
const one = 1;
\`\`\`

---`;

function computedStylesIn(root: Element): readonly string[] {
  return [...root.querySelectorAll("*")].flatMap((element) => {
    const style = getComputedStyle(element);
    return [...style]
      .filter((name) => !name.startsWith("--"))
      .map((name) => `${element.localName} ${name}: ${style.getPropertyValue(name)}`);
  });
}

test("Markdown inside a custom code block looks as elsewhere", async () => {
  addStyles(styles);
  const text = `${everything}\n\n\`\`\`page\n1\n\`\`\``;
  render(
    <>
      <Markdown className="plain" text={everything} />
      <Markdown className="outer" text={`~~~~note\n${text}\n~~~~`} codeBlocks={{ note: Note }} />
    </>,
  );
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Copy" })).toHaveLength(4));
  const [plain, inner] = [".plain", ".note > .agk-markdown"].map((selector) => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`${selector} is missing.`);
    return element;
  }) as [Element, Element];
  const host = inner.querySelector(".host");
  host?.parentElement?.remove();
  expect(host).not.toBeNull();
  expect(computedStylesIn(inner)).toEqual(computedStylesIn(plain));
  const link = inner.querySelector("a");
  link?.focus();
  expect(link?.matches(":focus-visible") && getComputedStyle(link).outlineWidth).toBe("2px");
});

test("reduced motion stops the animations of the kit, not those of the application", async () => {
  const session = cdp() as { send(method: string, params: object): Promise<unknown> };
  const prefer = (value: string) =>
    session.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-reduced-motion", value }],
    });
  await prefer("reduce");
  try {
    const removeOwn = addStyles("@layer page { .host p { animation: turn 1s; transition: 1s } }");
    addStyles(styles);
    await renderAnswer(block, { markdown: { codeBlocks } });
    const { animationName, transitionDuration } = getComputedStyle(
      document.querySelector(".host p") as Element,
    );
    expect([animationName, transitionDuration]).toEqual(["turn", "1s"]);
    removeOwn();

    // No element of the kit moves.
    const waiting = createThread({ agent: manualAgent() });
    onTestFinished(() => waiting.stop());
    render(
      <ThreadProvider thread={waiting}>
        <Chat />
      </ThreadProvider>,
    );
    void waiting.send("Hi");
    await waitFor(() => expect(document.querySelectorAll(".agk-dots > i")).toHaveLength(3));
    const moving = [...document.querySelectorAll("*")].filter((element) =>
      ["", "::before", "::after"].some((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        return style.animationName !== "none" || style.transitionDuration !== "0s";
      }),
    );
    expect(moving).toEqual([]);
  } finally {
    await prefer("");
  }
});
