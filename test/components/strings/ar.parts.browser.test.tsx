import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar, ChatSidebarToggle } from "../../../src/components/chat/ChatSidebar.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { arabicStrings as strings } from "../../../src/components/strings/ar.ts";
import { ThreadList } from "../../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../../src/hooks/providers/ThreadsProvider.tsx";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { allParts } from "../allParts.tsx";
import { showPart } from "../showPart.tsx";
import { findLatinWords } from "./findLatinWords.ts";

/** Opens every collapsed section, to read the texts inside. */
function openAll(): void {
  const closed = document.querySelectorAll<HTMLElement>("details:not([open]) > summary");
  for (const summary of closed) summary.click();
}

test.each(Object.entries(allParts))("%s has no English text of its own", async (_name, part) => {
  const { selector, chat, element, Surface = Chat } = part;
  for (const ui of [
    <Surface {...chat} strings={strings} key="chat" />,
    <ChatSettings strings={strings} key="alone">
      {element}
    </ChatSettings>,
  ]) {
    const { thread, found } = await showPart(part, <main>{ui}</main>);
    await found(selector);
    openAll();
    // Texts of the agent and of the application.
    const data = JSON.stringify([thread.getSnapshot(), chat]).replaceAll("**", "");
    const inData = (word: string) => data.toLowerCase().includes(word.toLowerCase());
    await waitFor(() => {
      const words = findLatinWords("body main *").filter((word) => !inData(word));
      expect(words.filter((word) => !testTexts.includes(word))).toEqual([]);
    });
  }
});

/** Texts of the test itself, and the name of a format, which is the same in all languages. */
const testTexts = ["hello.txt", "Message", "Hi", "Ada", "JSON"];

test("popup, sidebar and thread list have no English text", async () => {
  const client = createAgentClient({ agent: scriptedAgent([]) });
  client.thread({ threadId: "1", initialMessages: [{ id: "1", role: "user", content: "أهلًا" }] });
  render(
    <AgentProvider client={client}>
      <ThreadsProvider>
        <main>
          <ChatPopup strings={strings} defaultOpen />
          <ChatSidebar strings={strings} defaultOpen>
            <ChatSidebarToggle />
          </ChatSidebar>
          <ChatSettings strings={strings}>
            <ThreadList />
          </ChatSettings>
        </main>
      </ThreadsProvider>
    </AgentProvider>,
  );
  await waitFor(() => expect(screen.getAllByRole("log")).toHaveLength(2));
  await waitFor(() => expect(document.querySelector(".agk-thread-open")).not.toBeNull());
  expect(findLatinWords("body main *")).toEqual([]);
});
