import "../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar, ChatSidebarToggle } from "../../src/components/chat/ChatSidebar.tsx";
import { ThreadList } from "../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../src/hooks/providers/ThreadsProvider.tsx";
import type { Interrupt, Message } from "../../src/protocol/events.ts";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { hangAfter } from "../../stories/conversation.tsx";
import { setFiles } from "../components/composer/attachments/attachFiles.tsx";
import { callsWithInterrupts } from "../hooks/toolChat.tsx";
import { resets } from "./resetSheets.ts";
import { addStyles, changesBy } from "./styleChanges.ts";

const text = `A table, and code:

| Day | High |
| --- | ---: |
| Friday | 21 °C |

\`\`\`ts
const a = 1;
\`\`\`

- [x] done
- [ ] open

> Said.[^1]

[^1]: By somebody.`;

const messages: readonly Message[] = [
  { id: "u", role: "user", content: "Hi" },
  { id: "a", role: "assistant", content: text },
];

const questions: readonly Interrupt[] = [
  {
    id: "i1",
    reason: "tool_call",
    message: "May I?",
    responseSchema: {
      type: "object",
      properties: { approved: { type: "boolean" }, reason: { type: "string" } },
    },
  },
  {
    id: "i2",
    reason: "input_required",
    message: "What would you like?",
    responseSchema: {
      type: "object",
      properties: {
        name: { type: "string", title: "Name", description: "As in your passport" },
        days: { type: "integer", title: "Days" },
        isCheap: { type: "boolean", title: "Cheap" },
        when: { type: "string", format: "date", title: "When" },
        seat: { type: "string", enum: ["aisle", "window"], title: "Seat" },
        town: { type: "string", enum: ["a", "b", "c", "d", "e", "f", "g", "h"], title: "Town" },
        guests: { type: "array", items: { type: "string" }, minItems: 1, title: "Guests" },
      },
      required: ["name"],
    },
  },
  { id: "i3", reason: "upload_required", message: "A file, please" },
];

function Box({ thread, children }: { readonly thread: Thread; readonly children: ReactNode }) {
  return (
    <ThreadProvider thread={thread}>
      <div style={{ inlineSize: 700, blockSize: 2500 }}>{children}</div>
    </ThreadProvider>
  );
}

/** Renders all parts around the messages, each in the state with the most elements. */
async function renderAll(): Promise<void> {
  const asking = createThread({
    agent: scriptedAgent(callsWithInterrupts(questions)),
    initialMessages: messages,
  });
  const busy = createThread({ agent: scriptedAgent(hangAfter()) });
  const client = createAgentClient({ agent: scriptedAgent([]) });
  for (const threadId of ["One", "Two"]) {
    client.thread({
      threadId,
      initialMessages: [{ id: threadId, role: "user", content: threadId }],
    });
  }
  const { container } = render(
    <>
      <Box thread={asking}>
        <Chat attachments suggestions={{ static: ["And then?"] }} />
      </Box>
      <Box thread={busy}>
        <ChatSidebar defaultOpen>
          <ChatSidebarToggle />
        </ChatSidebar>
      </Box>
      <AgentProvider client={client}>
        <ThreadsProvider>
          <ThreadList />
          <ChatPopup defaultOpen suggestions={["Plan a trip", "Book a table"]} />
        </ThreadsProvider>
      </AgentProvider>
    </>,
  );
  await asking.run();
  await screen.findByRole("button", { name: "Approve" });
  await screen.findByRole("spinbutton");
  await waitFor(() => expect(container.querySelectorAll(".agk-code button")).toHaveLength(3));
  const composer = container.querySelector<HTMLElement>(".agk-composer") as HTMLElement;
  await setFiles(composer, new File(["Hello"], "hello.txt", { type: "text/plain" }));
  await waitFor(() => expect(container.querySelector(".agk-attachment")).not.toBeNull());
  void busy.send("One");
  await waitFor(() => expect(busy.getSnapshot().run.status).toBe("streaming"));
  void busy.send("Two", { whenBusy: "queue" });
  onTestFinished(() => busy.stop());
  await screen.findByRole("toolbar", { name: "Two" });
  await waitFor(() => expect(container.querySelectorAll(".agk-thread-open")).toHaveLength(2));
  const form = screen.getByRole("spinbutton").closest("form") as HTMLElement;
  await userEvent.click(form.querySelector("[type=submit]") as HTMLElement);
  await waitFor(() => expect(container.querySelector(".agk-problem")).not.toBeNull());
  await waitFor(() => expect(container.querySelectorAll(".agk-welcome")).toHaveLength(1));
}

test.each(Object.entries(resets))("%s changes nothing around the messages", async (_, reset) => {
  const { innerWidth, innerHeight } = window;
  await page.viewport(1024, 768);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await renderAll();
  // A chat inherits font, line height, letter spacing and text color on purpose.
  addStyles(`body {
      font-family: sans-serif !important; line-height: 1.5 !important;
      letter-spacing: normal !important; color: black !important;
    }`);
  const invisible = "svg *, tbody, thead, option, code *, .agk-sr-only, [hidden]";
  const parts = `[class^='agk-']:not(${invisible}), [class^='agk-'] *:not(${invisible})`;
  expect(changesBy(reset, parts)).toEqual([]);
});
