import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { Welcome } from "../../../src/components/suggestions/Welcome.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runError, runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { emit, finish } from "../../hooks/wrap.tsx";

function renderChat(agent: Agent, props: ChatProps = {}) {
  const view = render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Chat {...props} />
      </AgentProvider>
    </StrictMode>,
  );
  const user = userEvent.setup();
  const sendText = (text: string) => user.type(screen.getByRole("textbox"), `${text}{Enter}`);
  return { ...view, user, sendText };
}

test("a user can send a message and read the answer", async () => {
  const agent = scriptedAgent(textRun("Hello **Ada**"), textRun("Goodbye"));
  const { sendText } = renderChat(agent);
  await sendText("Hi");
  const log = screen.getByRole("log");
  expect(await within(log).findByText("Ada")).toBeVisible();
  await sendText("Bye");
  expect(await within(log).findByText("Goodbye")).toBeVisible();
  const authors = within(log)
    .getAllByRole("article")
    .map((one) => one.getAttribute("aria-label"));
  expect(authors).toEqual(["You", "Assistant", "You", "Assistant"]);
  expect(agent.inputs).toHaveLength(2);
});

test("an awaited answer is indicated until its first token arrives", async () => {
  const agent = manualAgent();
  const { sendText, container } = renderChat(agent);
  const status = () => container.querySelector(".agk-run-status");
  await sendText("Hi");
  await waitFor(() => expect(status()).toHaveTextContent("Waiting for a response"));
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_STARTED", threadId, runId });
  expect(status()).toHaveTextContent("Working");
  await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Hel" });
  expect(status()).toHaveTextContent("");
  expect(container.querySelector("article[data-streaming]")).toHaveTextContent("Hel");
  await emit(agent, { type: "RUN_FINISHED", threadId, runId });
  await finish(agent);
  await waitFor(() => expect(container.querySelector("article[data-streaming]")).toBeNull());
});

describe("an error", () => {
  test("is shown in plain language at its place, with a retry button", async () => {
    const agent = scriptedAgent(() => {
      throw new TypeError("Failed to fetch");
    }, textRun("Here I am"));
    const { sendText, user } = renderChat(agent);
    await sendText("Hi");
    const retry = await within(screen.getByRole("log")).findByRole("button", { name: "Try again" });
    expect(screen.getAllByText("Something went wrong.")[0]).toBeVisible();

    await user.click(retry);
    expect(await screen.findByText("Here I am")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  });

  test("from the agent is shown in plain words, with its message in the details, and the text before it stays", async () => {
    const agent = scriptedAgent([
      runStarted(),
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Half an ans" },
      runError("The kitchen is closed"),
    ]);
    const { sendText, user } = renderChat(agent);
    await sendText("Hi");
    await user.click(await screen.findByText("Details"));
    const shown = /Half an ans.*The assistant ran into a problem\..*The kitchen is closed/;
    expect(screen.getByRole("log")).toHaveTextContent(shown);
  });
});

test("Escape stops the run from anywhere in the chat, and the stop is announced", async () => {
  const agent = manualAgent();
  const { sendText, user } = renderChat(agent);
  await sendText("Hi");
  await act(() => agent.started());
  screen.getByRole("log").focus();
  await user.keyboard("{Escape}");
  expect(agent.signal?.aborted).toBe(true);
  expect(await within(screen.getByRole("log")).findByText("Stopped")).toBeVisible();
});

test("unmounting the chat during a run stops the run", async () => {
  const agent = manualAgent();
  const { sendText, unmount } = renderChat(agent);
  await sendText("Hi");
  await act(() => agent.started());
  unmount();
  await waitFor(() => expect(agent.signal?.aborted).toBe(true));
});

describe("the live region", () => {
  test("announces finished messages and no tokens", async () => {
    const agent = manualAgent();
    const { sendText } = renderChat(agent);
    const region = screen.getByRole("status");
    await sendText("Hi");
    await waitFor(() => expect(region).toHaveTextContent("Assistant is responding"));
    const { threadId, runId } = await act(() => agent.started());
    await emit(
      agent,
      { type: "RUN_STARTED", threadId, runId },
      { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "It is **so" },
    );
    expect(region).not.toHaveTextContent("It is");
    await emit(
      agent,
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "**." },
      { type: "TEXT_MESSAGE_END", messageId: "m" },
    );
    await waitFor(() => expect(region).toHaveTextContent("Assistant: It is so."));
    await emit(agent, { type: "RUN_FINISHED", threadId, runId });
    await finish(agent);
    expect(region).not.toHaveTextContent("has finished");
  });

  test("announces the end of a run without a message", async () => {
    const { sendText } = renderChat(scriptedAgent([runStarted(), runFinished()]));
    await sendText("Hi");
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Response complete"));
  });

  test("announces a second start in a new element", async () => {
    const { sendText } = renderChat(scriptedAgent(textRun("One"), textRun("Two")));
    const region = screen.getByRole("status");
    const seen = new Set<Node>();
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node.textContent === "Assistant is responding") seen.add(node);
        }
      }
    }).observe(region, { childList: true });
    await sendText("Hi");
    await waitFor(() => expect(region).toHaveTextContent("Assistant: One"));
    await sendText("Again");
    await waitFor(() => expect(region).toHaveTextContent("Assistant: Two"));
    expect(seen.size).toBe(2);
  });

  test.each<[how: string, ...events: EventInput[]]>([
    [
      "was never ended",
      { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Sunny" },
    ],
    [
      "arrived in a messages snapshot",
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "u", role: "user", content: "Hi" },
          { id: "m", role: "assistant", content: "Sunny" },
        ],
      },
    ],
  ])("announces once an answer that %s", async (_how, ...events) => {
    const { sendText } = renderChat(scriptedAgent([runStarted(), events, runFinished()]));
    await sendText("Hi");
    const region = screen.getByRole("status");
    await waitFor(() => expect(region).toHaveTextContent("Assistant: Sunny"));
    expect(region.textContent?.match(/Sunny/g)).toHaveLength(1);
    expect(region).not.toHaveTextContent("has finished");
  });

  test("announces an error after what it announced before", async () => {
    const { sendText } = renderChat(
      scriptedAgent([
        runStarted(),
        { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Wait" },
        { type: "TEXT_MESSAGE_END", messageId: "m" },
        runError("No more"),
      ]),
    );
    await sendText("Hi");
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(/Assistant: Wait.*ran into a problem/),
    );
  });
});

describe("the focus after an action", () => {
  test("the focus moves to the composer after retry", async () => {
    const agent = scriptedAgent([runStarted(), runError("Not now")], textRun("Here I am"));
    const { sendText, user } = renderChat(agent);
    await sendText("Hi");
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByText("Here I am");
    expect(screen.getByRole("textbox")).toHaveFocus();
  });

  test("the focus moves to the composer after choosing a suggestion", async () => {
    const { user } = renderChat(scriptedAgent(textRun("Sure")), { suggestions: ["Plan my week"] });
    await user.click(screen.getByRole("button", { name: "Plan my week" }));
    await screen.findByText("Sure");
    expect(screen.getByRole("textbox")).toHaveFocus();
  });

  test("the focus moves to the transcript when there is no composer", async () => {
    const { user } = renderChat(scriptedAgent(textRun("Sure")), {
      suggestions: ["Plan my week"],
      components: { Composer: () => null },
    });
    await user.click(screen.getByRole("button", { name: "Plan my week" }));
    await screen.findByText("Sure");
    expect(screen.getByRole("log")).toHaveFocus();
  });
});

describe("an empty conversation", () => {
  test("shows a welcome, and sends a chosen suggestion", async () => {
    const agent = scriptedAgent(textRun("Sure"));
    const { user } = renderChat(agent, {
      suggestions: ["Plan my week", { label: "Shorter", message: "Say it shorter" }],
    });
    expect(screen.getByRole("heading", { name: "How can I help?" })).toBeVisible();
    const list = screen.getByRole("list", { name: "Suggestions" });
    await user.click(within(list).getByRole("button", { name: "Shorter" }));
    expect(await screen.findByText("Say it shorter")).toBeVisible();
    expect(screen.queryByText("How can I help?")).not.toBeInTheDocument();
    await screen.findByText("Sure");
  });

  test("shows a custom welcome, or none", () => {
    const agent = scriptedAgent(textRun("Hi"));
    renderChat(agent, { welcome: <Welcome title="Hello, Ada" text="Ask me anything" /> });
    expect(screen.getByRole("heading", { name: "Hello, Ada" })).toBeVisible();
    expect(screen.getByText("Ask me anything")).toBeVisible();
  });

  test("shows nothing when `welcome` is null", () => {
    renderChat(scriptedAgent(textRun("Hi")), { welcome: null });
    expect(screen.queryByRole("heading")).not.toBeInTheDocument();
  });
});

describe("the section", () => {
  test("is named by its title or label", () => {
    const agent = scriptedAgent(textRun("Hi"));
    renderChat(agent);
    renderChat(agent, { label: "Support" });
    renderChat(agent, { title: "Orders" });
    for (const name of ["Chat", "Support", "Orders"]) {
      expect(screen.getByRole("region", { name })).toHaveClass("agk-chat");
    }
    expect(screen.getByRole("heading", { name: "Orders" })).toBeVisible();
  });

  test("passes on other props of a section", () => {
    renderChat(scriptedAgent(textRun("Hi")), {
      className: "mine",
      id: "chat",
      dir: "rtl",
      ...{ "data-theme": "dark" },
    });
    const section = screen.getByRole("region", { name: "Chat" });
    expect(section).toHaveClass("agk-chat", "mine");
    expect(section).toHaveAttribute("data-theme", "dark");
    expect(section).toHaveAttribute("dir", "rtl");
    expect(section).toHaveAttribute("id", "chat");
  });
});

test("single strings can be replaced", async () => {
  const { user } = renderChat(scriptedAgent(textRun("Hallo")), {
    strings: { send: "Senden", authors: { user: "Du" } },
  });
  await user.type(screen.getByRole("textbox"), "Hi");
  await user.click(screen.getByRole("button", { name: "Senden" }));
  expect(await screen.findByRole("article", { name: "Du" })).toBeVisible();
  expect(await screen.findByRole("article", { name: "Assistant" })).toBeVisible();
});

test("components can be replaced", () => {
  renderChat(scriptedAgent(textRun("Hi")), {
    components: { Composer: () => <p>No questions, please</p> },
  });
  expect(screen.getByText("No questions, please")).toBeVisible();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});
