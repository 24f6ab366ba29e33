import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import type { UploadFile } from "../../../src/components/composer/attachments/attachmentOptions.ts";
import { useAttachments } from "../../../src/components/composer/attachments/useAttachments.ts";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { AgentKitError } from "../../../src/protocol/errors.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { threadListOf } from "../../../src/store/threadList/threadListOf.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { finishedIn, openTabsDuringRun } from "../../store/tabs/tabThreads.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { messageField } from "../chatElements.ts";

provideWebLocks();

/** Returns an upload that ends on demand. */
function slowUpload() {
  const ends: (() => void)[] = [];
  const upload: UploadFile = () =>
    new Promise((resolve) => {
      ends.push(() => resolve({ type: "url", value: "https://example.com/a" }));
    });
  return { upload, finish: () => act(async () => ends.shift()?.()), ends };
}

function Add({ upload }: { readonly upload: UploadFile }) {
  const { add } = useAttachments({ upload });
  const file = new File(["a"], "a.txt", { type: "text/plain" });
  return (
    <button type="button" onClick={() => add([file])}>
      Add
    </button>
  );
}

function show(client: ReturnType<typeof createAgentClient>, upload: UploadFile, first = "t") {
  const page = (threadId: string) => (
    <AgentProvider client={client}>
      <ThreadProvider threadId={threadId}>
        <Add upload={upload} />
        <Composer attachments={{ upload }} />
      </ThreadProvider>
    </AgentProvider>
  );
  const { rerender } = render(page(first));
  return { showThread: (threadId: string) => rerender(page(threadId)) };
}

/** Sends a message before its file is uploaded. */
async function sendEarly(ends: readonly unknown[]) {
  const user = userEvent.setup();
  await user.type(messageField(), "Read this");
  await user.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(ends).toHaveLength(1));
  await user.type(messageField(), "{Enter}");
}

/** Sends a message while another tab runs the agent, and shows another thread before the message is refused. */
async function sendBesideAnotherWindow() {
  const storage = memoryStorage();
  const { agent, id, run } = await openTabsDuringRun(storage, []);
  const client = createAgentClient({ agent: manualAgent(), storage });
  const { showThread } = show(client, slowUpload().upload, id);
  await screen.findByRole("button", { name: "Stop" });
  fireEvent.change(messageField(), { target: { value: "Me too" } });
  fireEvent.keyDown(messageField(), { key: "Enter" });
  expect(messageField()).toHaveValue("");
  showThread("other");
  await vi.waitFor(async () => expect(await storage.loadDraft?.(id)).toBe("Me too"));
  const finishThere = () =>
    act(async () => {
      agent.emit(finishedIn(id));
      agent.finish();
      await run;
    });
  return { id, client, showThread, finishThere };
}

test("a message that is sent while another thread is shown leaves neither field nor storage", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const { upload, finish, ends } = slowUpload();
  const { showThread } = show(createAgentClient({ agent, storage }), upload);
  await sendEarly(ends);
  showThread("other");
  await vi.waitFor(async () => expect(await storage.loadDraft?.("t")).toBe("Read this"));
  await finish();
  await waitFor(() => expect(agent.inputs).toHaveLength(1));
  await vi.waitFor(async () => expect(await storage.loadDraft?.("t")).toBe(""));
  showThread("t");
  await act(async () => {});
  expect(messageField()).toHaveValue("");
});

test("a message that is refused while another thread is shown is saved and returns to its field", async () => {
  const { id, showThread, finishThere } = await sendBesideAnotherWindow();
  expect(screen.queryByRole("alert")).toBeNull();
  showThread(id);
  expect(messageField()).toHaveValue("Me too");
  expect(screen.getByRole("alert")).toHaveTextContent("A response is running in another window.");
  await finishThere();
});

test("a message refused because of another tab shows a retry hint when that run has ended", async () => {
  const { id, client, showThread, finishThere } = await sendBesideAnotherWindow();
  await finishThere();
  const { store } = client.thread({ threadId: id });
  await vi.waitFor(() => expect(store.getState().run.status).toBe("idle"));
  showThread(id);
  expect(messageField()).toHaveValue("Me too");
  expect(screen.getByRole("alert")).toHaveTextContent("Message not sent. Try again.");
});

test("a message refused because of another tab shows a retry hint when the other run is already over", async () => {
  const busy = new AgentKitError("thread-busy", "The thread is running in another window.");
  const thread = { ...createThread({ agent: manualAgent() }), send: () => Promise.reject(busy) };
  render(
    <ThreadProvider thread={thread}>
      <Composer />
    </ThreadProvider>,
  );
  await userEvent.setup().type(messageField(), "Hello{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("Message not sent. Try again.");
  expect(messageField()).toHaveValue("Hello");
});

test("a thread with a pending upload is not evicted before the message is sent", async () => {
  const agent = scriptedAgent([], [], []);
  const client = createAgentClient({ agent, storage: memoryStorage() });
  const directory = threadListOf(client);
  directory.configure({ maxLoaded: 0 });
  onTestFinished(directory.subscribe(() => {}));
  const { upload, finish, ends } = slowUpload();
  const { showThread } = show(client, upload);
  await act(() => client.thread({ threadId: "idle" }).send("One"));
  await act(() => client.thread({ threadId: "t" }).send("One"));
  await sendEarly(ends);
  showThread("other");
  const loaded = () => client.threads().map(({ threadId }) => threadId);
  // Both threads would have been evicted by then.
  await expect.poll(loaded).toEqual(["t", "other"]);
  await finish();
  await waitFor(() => expect(agent.inputs).toHaveLength(3));
  await expect.poll(loaded).toEqual(["other"]);
});

test('a message whose upload ends during a run returns to the field with `whenBusy: "reject"`', async () => {
  const agent = manualAgent();
  const client = createAgentClient({ agent, whenBusy: "reject" });
  const { upload, finish, ends } = slowUpload();
  show(client, upload);
  await sendEarly(ends);
  await act(async () => void client.thread({ threadId: "t" }).send("First"));
  await finish();
  expect(await screen.findByRole("alert")).toHaveTextContent("Message not sent. Try again.");
  expect(messageField()).toHaveValue("Read this");
  expect(agent.inputs).toHaveLength(1);
});

test("a message that fails for any other reason stays in the field with an alert", async () => {
  const thread = createThread({ agent: manualAgent() });
  const page = (isShown: boolean) => (
    <ThreadProvider thread={thread}>{isShown && <Composer />}</ThreadProvider>
  );
  const { rerender } = render(page(true));
  thread.dispose();
  const user = userEvent.setup();
  await user.type(messageField(), "Hello{Enter}");
  const problem = await screen.findByRole("alert");
  expect(problem).toHaveTextContent("Message not sent. Try again.");
  expect(messageField()).toHaveValue("Hello");
  await user.type(messageField(), "{Enter}");
  // A new element, so that it is announced again.
  await waitFor(() => expect(problem).not.toBeInTheDocument());
  expect(await screen.findByRole("alert")).toBeVisible();
  // The error may have occurred while no composer was mounted.
  rerender(page(false));
  rerender(page(true));
  expect(screen.getByText("Message not sent. Try again.")).toBeVisible();
  // An announced error is not announced again by a field that mounts later.
  expect(screen.queryByRole("alert")).toBeNull();
  await user.clear(messageField());
  await waitFor(() => expect(screen.queryByText("Message not sent. Try again.")).toBeNull());
  await user.type(messageField(), "Something else");
  expect(screen.queryByText("Message not sent. Try again.")).toBeNull();
});
