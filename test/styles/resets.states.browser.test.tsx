import "../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Composer } from "../../src/components/composer/Composer.tsx";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { Queue } from "../../src/components/queue/Queue.tsx";
import { SchemaFormView } from "../../src/components/schemaForm/SchemaFormView.tsx";
import { ThreadList } from "../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../src/hooks/providers/ThreadsProvider.tsx";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { hangAfter } from "../../stories/conversation.tsx";
import * as forms from "../../stories/forms.ts";
import { allParts } from "../components/allParts.tsx";
import {
  createThreadWithInput,
  csvFile,
  setFiles,
  wavFile,
} from "../components/composer/attachments/attachFiles.tsx";
import { showPart } from "../components/showPart.tsx";
import { withMessages } from "../components/withMessages.tsx";
import { imageDataUrl } from "./mediaSamples.ts";
import { changesByResets } from "./resetSheets.ts";

const invisible = "svg *, tbody, thead, option, code *, .agk-sr-only, .agk-sr-only *, [hidden]";
const parts = `[class^='agk-']:not(${invisible}), [class^='agk-'] *:not(${invisible})`;
const all = (selector: string) => document.querySelectorAll(selector).length;

test("no reset changes a component outside a chat", async () => {
  const { innerWidth, innerHeight } = window;
  await page.viewport(1024, 768);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  for (const part of Object.values(allParts)) {
    const { found } = await showPart(part, part.element);
    await found(part.selector);
  }
  expect(changesByResets(parts)).toEqual({});
});

test("no reset changes a long thread list with its menus and forms", async () => {
  const client = createAgentClient({ agent: scriptedAgent([]) });
  const ids = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
  for (const threadId of ids)
    client.thread({
      threadId,
      initialMessages: [{ id: threadId, role: "user", content: threadId }],
    });
  render(
    <AgentProvider client={client}>
      <ThreadsProvider>
        <ThreadList />
      </ThreadsProvider>
    </AgentProvider>,
  );
  await screen.findByRole("searchbox");
  const chooseFiles = async (title: string, ...names: readonly string[]) => {
    await userEvent.click(
      screen.getByRole("button", { name: new RegExp(`${title}$`), expanded: false }),
    );
    for (const name of names) await userEvent.click(screen.getByRole("menuitem", { name }));
  };
  await userEvent.click(screen.getByRole("button", { name: "One" }));
  await chooseFiles("Two", "Delete");
  await chooseFiles("Three", "Rename");
  await chooseFiles("Four");
  expect(changesByResets(parts)).toEqual({});
});

test("no reset changes a disabled form, attachments or queued messages", async () => {
  const { thread } = createThreadWithInput({ image: true, audio: true, file: true });
  const busy = createThread({ agent: scriptedAgent(hangAfter()) });
  const upload = (file: File) => {
    if (file === csvFile) throw new Error("There is no room");
    return new Promise<never>(() => {});
  };
  const { container } = render(
    <>
      <SchemaFormView schema={forms.trip} disabled onSubmit={() => {}} onCancel={() => {}} />
      <ThreadProvider thread={thread}>
        <Composer attachments={{ upload }} />
      </ThreadProvider>
      <ThreadProvider thread={busy}>
        <div style={{ inlineSize: 280 }}>
          <Queue />
        </div>
      </ThreadProvider>
      <Markdown text="Still" isStreaming />
    </>,
  );
  const image = await fetch(imageDataUrl(300, 100)).then((response) => response.blob());
  const wide = new File([image], "wide.png", { type: "image/png" });
  await setFiles(container.querySelector(".agk-composer") as HTMLElement, wide, wavFile, csvFile);
  await waitFor(() => expect(all(".agk-attachment")).toBe(3));
  await waitFor(() => expect(all('[data-status="failed"]')).toBe(1));
  // The state while files are dragged over the composer.
  container.querySelector(".agk-composer")?.setAttribute("data-drop", "Drop files");
  void busy.send("One");
  await waitFor(() => expect(busy.getSnapshot().run.status).toBe("streaming"));
  onTestFinished(() => busy.stop());
  for (const text of ["Two", "Three"]) void busy.send(text, { whenBusy: "queue" });
  await waitFor(() => expect(all(".agk-queue-item")).toBe(2));
  expect(changesByResets(parts)).toEqual({});
});

test("no reset changes the completions menu", async () => {
  const items = [
    { id: "ana", label: "Ana", description: "Mathematics", icon: "@" },
    { id: "sum", label: "Sum", run: () => {}, args: "language" },
  ];
  const wrapper = withMessages();
  const completions = [
    { trigger: "@", label: "People", items },
    { trigger: "@", label: "Places", items: [{ id: "rome", label: "Rome" }] },
  ];
  render(<Composer completions={completions} />, { wrapper });
  await userEvent.click(screen.getByRole("textbox"));
  await userEvent.keyboard("@");
  await waitFor(() => expect(all(".agk-completions small")).toBeGreaterThan(1));
  expect(changesByResets(parts)).toEqual({});
});
