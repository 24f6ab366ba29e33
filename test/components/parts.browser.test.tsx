import "../../src/styles/index.css";
import { render, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { Chat, type ChatProps } from "../../src/components/Chat.tsx";
import type { ChatComponents } from "../../src/components/parts.ts";
import { ChatSettings } from "../../src/components/settings.tsx";
import { AgentProvider } from "../../src/hooks/AgentProvider.tsx";
import * as kit from "../../src/index.ts";
import { createAgentClient } from "../../src/store/createAgentClient.ts";
import type { Thread } from "../../src/store/thread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { expectErrors } from "../hooks/toolChat.tsx";
import { everyPart, type PartCase } from "./everyPart.tsx";

type PartName = keyof ChatComponents;

const running = new Set<Thread>();
afterEach(() => {
  for (const thread of running) thread.stop();
  running.clear();
});

/** Shows something below a provider, and has the agent do what brings the part about. */
async function show(
  { agent, scripts = [], bring = (thread) => thread.run() }: PartCase,
  ui: ReactNode,
) {
  const client = createAgentClient({ agent: { ...scriptedAgent(...scripts), ...agent } });
  const thread = client.thread();
  running.add(thread);
  const { container } = render(
    <AgentProvider client={client}>
      <div style={{ inlineSize: 420, blockSize: 480 }}>{ui}</div>
    </AgentProvider>,
  );
  await bring(thread, container);
  const found = (selector: string) =>
    waitFor(() => {
      const element = container.querySelector(selector);
      if (!element) throw new Error(`No ${selector} in ${container.innerHTML}`);
      return element;
    });
  return { container, found };
}

const withPart = (name: PartName, part: () => ReactNode, chat: ChatProps = {}) => (
  // It takes whatever props the part has that it replaces.
  <Chat {...chat} components={{ ...chat.components, [name]: part }} />
);

const rows = Object.entries(everyPart) as [PartName, PartCase][];

describe.each(rows)("%s", (name, part) => {
  test("is exported, and is shown by itself below a provider", async () => {
    expect(kit).toHaveProperty(name);
    const { found } = await show(part, part.alone);
    expect(await found(part.own)).toBeVisible();
  });

  test("takes its class in a chat", async () => {
    const { own, decorated = own, chat } = part;
    const { found, container } = await show(
      part,
      <Chat {...chat} classNames={{ [name]: "mine" }} />,
    );
    const element = await found(decorated);
    await waitFor(() => expect(element).toHaveClass("mine"));
    const others = [...container.querySelectorAll(".mine")].filter(
      (one) => !one.matches(decorated),
    );
    expect(others).toEqual([]);
  });

  test("is replaced in a chat", async () => {
    const { found, container } = await show(
      part,
      withPart(name, () => <i data-mine="">mine</i>, part.chat),
    );
    expect(await found("[data-mine]")).toBeVisible();
    // That of an answer in Markdown is not the only place of that.
    if (name !== "AssistantMessage") expect(container.querySelector(part.own)).toBeNull();
  });

  test.skipIf(name === "Steps" || name === "Usage")(
    "is the kit's own where what replaces it throws, and the chat stays",
    async () => {
      const complaints = expectErrors();
      const broken = () => {
        throw new Error(`${name} is broken`);
      };
      const { found } = await show(part, withPart(name, broken, part.chat));
      expect(await found(part.own)).toBeVisible();
      expect(await found(".agk-composer textarea")).toBeVisible();
      expect(complaints).toHaveBeenCalled();
    },
  );
});

test("what is used by itself takes classes as well", async () => {
  const part = everyPart.SchemaForm;
  const { found } = await show(
    part,
    <ChatSettings classNames={{ SchemaForm: "mine", Markdown: "text" }}>
      {part.alone}
      {everyPart.Markdown.alone}
    </ChatSettings>,
  );
  expect(await found(".agk-form.mine")).toBeVisible();
  expect(await found(".agk-markdown.text")).toBeVisible();
});
