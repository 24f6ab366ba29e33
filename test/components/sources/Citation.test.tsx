import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { AssistantMessageItem } from "../../../src/components/message/AssistantMessageItem.tsx";
import { SourceList } from "../../../src/components/sources/SourceList.tsx";
import { Sources } from "../../../src/components/sources/Sources.tsx";
import type { Source } from "../../../src/components/sources/source.ts";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import type { Agent } from "../../../src/protocol/agent.ts";
import { metaEvent } from "../../../src/protocol/metaEvents.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const sources: readonly Source[] = [
  { number: 1, href: "https://a.example/ferries", title: "Ferries" },
  { number: 2, href: "https://b.example/" },
  { number: 3, title: "Brochure" },
];

function citations(text: string, isStreaming = false) {
  const { container } = render(
    <Markdown text={text} sources={sources} isStreaming={isStreaming} />,
  );
  const names = [...container.querySelectorAll(".agk-citation > .agk-sr-only")].map((name) => {
    name.remove();
    return name.textContent;
  });
  return { names, text: container.textContent };
}

describe("the numbers of sources in a text", () => {
  test.each([
    ["By ferry [1].", ["Source 1: Ferries"], "By ferry 1."],
    ["By ferry[1][2].", ["Source 1: Ferries", "Source 2: https://b.example/"], "By ferry12."],
    ["By ferry [1, 3].", ["Source 1: Ferries", "Source 3: Brochure"], "By ferry 13."],
    ["**By ferry [3]**", ["Source 3: Brochure"], "By ferry 3"],
    [
      "| a [1] |\n| --- |\n| b [2] |",
      ["Source 1: Ferries", "Source 2: https://b.example/"],
      undefined,
    ],
    ["By ferry [7].", [], "By ferry [7]."],
    ["By ferry [1, 7].", [], "By ferry [1, 7]."],
    ["In `list[1]`.", [], "In list[1]."],
    ["Escaped \\[1].", [], "Escaped [1]."],
    ["Done: [x], [^1]", [], "Done: [x], [^1]"],
    ["[By ferry [1]](https://c.example)", [], "By ferry [1]"],
  ])("are chips in %j", (text, names, content) => {
    const shown = citations(text);
    expect(shown.names).toEqual(names);
    if (content !== undefined) expect(shown.text).toBe(content);
  });

  test("are chips while the text streams", () => {
    expect(citations("By ferry [1", true).names).toEqual([]);
    // At the end of the text, the brackets may still become a link.
    expect(citations("By ferry [1] or", true).names).toEqual(["Source 1: Ferries"]);
  });

  test("show characters that reorder a title as codes", async () => {
    const hostile = { number: 1, title: "Bank\u202Efdp.exe", summary: "Safe\u202E, really" };
    const { container } = render(
      <>
        <Markdown text="By ferry [1]." sources={[hostile]} />
        <Sources
          sources={[
            { ...hostile, href: "https://a.example/" },
            { number: 2, title: "x\u202Ey" },
          ]}
        />
        <SourceList sources={[hostile]} />
      </>,
    );
    await userEvent.click(container.querySelector(".agk-citation") as HTMLElement);
    expect(container.querySelector(".agk-source-card")).toHaveTextContent("Bank[U+202E]fdp.exe");
    const attributes = [...container.querySelectorAll("[aria-description]")].map((element) =>
      element.getAttribute("aria-description"),
    );
    expect(attributes).toEqual(["Safe[U+202E], really", "Safe[U+202E], really"]);
    expect(container.textContent).not.toContain("\u202E");
    expect(container.textContent).toContain("x[U+202E]y");
    expect(container.textContent?.split("Bank[U+202E]fdp.exe").length).toBeGreaterThan(4);
  });

  test("stay text without sources", () => {
    const { container } = render(<Markdown text="By ferry [1]." />);
    expect(container.textContent).toBe("By ferry [1].");
  });

  test("lead to their source, in a new window that gets no referrer", () => {
    render(<Markdown text="By ferry [1]." sources={sources} />);
    const link = screen.getByRole("link", { name: "Source 1: Ferries" });
    expect(link).toHaveAttribute("href", "https://a.example/ferries");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });

  test("never lead to an address with a script", () => {
    const source = { number: 1, href: "javascript:alert(1)", title: "Ferries" };
    render(<Markdown text="By ferry [1]." sources={[source]} />);
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getByRole("button", { name: "Source 1: Ferries" })).toBeVisible();
  });
});

describe("a link whose text is a number", () => {
  test.each([
    "By ferry [1](https://a.example 'Ferries')",
    "By ferry [[1]](https://a.example 'Ferries')",
    "By ferry [1].\n\n[1]: https://a.example 'Ferries'",
  ])("is a chip without further sources in %j", (text) => {
    render(<Markdown text={text} />);
    const link = screen.getByRole("link", { name: "Source 1: Ferries" });
    expect(link).toHaveClass("agk-citation");
    expect(link).toHaveAttribute("href", "https://a.example");
  });

  test("is an ordinary link when the number is longer", () => {
    render(<Markdown text="See [2026](https://a.example)" />);
    expect(screen.getByRole("link", { name: "2026" })).not.toHaveClass("agk-citation");
  });
});

describe("an answer with sources", () => {
  test("lists those of its message outside of a provider", () => {
    const metadata = { sources: [{ url: "https://a.example", title: "Ferries" }] };
    render(
      <AssistantMessageItem
        message={{ id: "a", role: "assistant", content: "By ferry [1].", metadata }}
      />,
    );
    expect(screen.getByRole("list", { name: "Sources" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Source 1: Ferries" })).toBeVisible();
  });

  /** Sends a message to the agent, whose answer cites one source. */
  async function expectSources(agent: Agent) {
    render(
      <AgentProvider agent={agent}>
        <Chat />
      </AgentProvider>,
    );
    await userEvent.type(screen.getByRole("textbox"), "How?{Enter}");
    const list = within(await screen.findByRole("list", { name: "Sources" }));
    expect(list.getByRole("link")).toHaveTextContent("1a.exampleFerries");
    expect(screen.getByRole("link", { name: "Source 1: Ferries" })).toBeVisible();
  }

  test("lists those of a snapshot", async () => {
    const message = {
      id: "a",
      role: "assistant",
      content: "By ferry [1].",
      annotations: [{ type: "url_citation", url: "https://a.example/", title: "Ferries" }],
    } as const;
    const agent = scriptedAgent([
      runStarted(),
      { type: "MESSAGES_SNAPSHOT", messages: [message] },
      runFinished(),
    ]);
    await expectSources(agent);
  });

  test("lists those of a meta event, also after the answer has ended", async () => {
    const agent = scriptedAgent([
      runStarted(),
      { type: "TEXT_MESSAGE_START", messageId: "a", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "a", delta: "By ferry [1]." },
      { type: "TEXT_MESSAGE_END", messageId: "a" },
      metaEvent("citation", { messageId: "a", url: "https://a.example/", title: "Ferries" }),
      runFinished(),
    ]);
    await expectSources(agent);
  });
});
