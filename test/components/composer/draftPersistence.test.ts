// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from "vitest";
import { drafts, prependToComposer } from "../../../src/components/composer/draft.ts";
import { persistDraft } from "../../../src/components/composer/draftPersistence.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { flush, hideTab, openDraftTab } from "./persistedDraft.ts";

/** Returns a storage whose writes finish when they are released, in any order. */
function slowStorage() {
  const inner = memoryStorage();
  const loadedIds: string[] = [];
  const waiting: (() => void)[] = [];
  const storage: ThreadStorage = {
    ...inner,
    async saveDraft(threadId, text) {
      loadedIds.push(text);
      await new Promise<void>((resolve) => waiting.push(resolve));
      await inner.saveDraft?.(threadId, text);
    },
  };
  /** Releases the last write first. */
  const letThrough = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      next();
      await flush();
    }
  };
  return { storage, loadedIds, letThrough };
}

test("typed text is saved after a short delay and not on every keystroke", async () => {
  const storage = memoryStorage();
  const save = vi.spyOn(storage, "saveDraft");
  const { write, show, stored } = openDraftTab(storage);
  show();
  await flush();
  for (const text of ["H", "Ha", "Hal", "Half"]) {
    write(text);
    await vi.advanceTimersByTimeAsync(110);
  }
  expect(await stored()).toBe("Half");
  expect(save).toHaveBeenCalledOnce();
});

test("text typed before the draft is loaded is saved after the loaded text", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Old");
  const { write, show, stored, text } = openDraftTab(storage);
  write("Half");
  show();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stored()).toBe("Old\nHalf");
  expect(text()).toBe("Old\nHalf");
});

test("a draft that is already in the field is not inserted twice", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Half");
  const { write, show, stored } = openDraftTab(storage);
  write("Half a sentence");
  show();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stored()).toBe("Half a sentence");
});

test("a draft that loads late does not replace typed text", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "A letter of two pages");
  let answer = () => {};
  const late = vi.fn(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return "A letter of two pages";
  });
  const { write, show, text } = openDraftTab({ ...storage, loadDraft: late });
  show();
  write("x");
  // The storage is not overwritten either.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await storage.loadDraft?.("t")).toBe("A letter of two pages");
  answer();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(text()).toBe("A letter of two pages\nx");
  expect(await storage.loadDraft?.("t")).toBe("A letter of two pages\nx");
});

test("a message that waits to be sent is not changed by a loaded draft", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Do not send this");
  const { thread, show, text } = openDraftTab(storage);
  drafts.updateState(thread, (before) => ({ ...before, isSendPending: true }));
  show();
  await flush();
  expect(text()).toBe("");
  expect(await storage.loadDraft?.("t")).toBe("Do not send this");
});

test("text prepended to a message that waits to be sent cancels the sending", () => {
  const { thread } = openDraftTab();
  drafts.updateState(thread, (before) => ({ ...before, text: "Second", isSendPending: true }));
  prependToComposer(thread, "First");
  expect(drafts.readState(thread)).toMatchObject({ text: "First\nSecond", isSendPending: false });
});

test("a sent draft is removed at once and stays removed", async () => {
  const { write, show, stored } = openDraftTab();
  show();
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  write("Half a sentence");
  write("");
  await flush();
  expect(await stored()).toBe("");
  await vi.advanceTimersByTimeAsync(1_000);
  hideTab();
  await flush();
  expect(await stored()).toBe("");
});

test("a draft that is sent while no composer shows it is not restored", async () => {
  const { write, show, stored, text } = openDraftTab();
  const end = show();
  write("Read this");
  end();
  await flush();
  expect(await stored()).toBe("Read this");
  write("");
  await flush();
  expect(await stored()).toBe("");
  show();
  await flush();
  expect(text()).toBe("");
});

test("a composer that mounts during the removal of a draft does not restore it", async () => {
  const { storage, letThrough } = slowStorage();
  const { write, show, stored, text } = openDraftTab(storage);
  const end = show();
  write("Read this");
  end();
  await flush();
  await letThrough();
  expect(await stored()).toBe("Read this");
  write("");
  show();
  await flush();
  await letThrough();
  expect(text()).toBe("");
  expect(await stored()).toBe("");
});

test("a message that returns while no composer shows it is saved", async () => {
  const { thread, show, stored } = openDraftTab();
  show()();
  await flush();
  prependToComposer(thread, "Refused");
  await flush();
  expect(await stored()).toBe("Refused");
});

test("the draft of a thread that was evicted and loaded again is saved", async () => {
  const { client, thread, write, stored } = openDraftTab();
  persistDraft(thread, client)();
  thread.dispose();
  const again = client.thread({ threadId: "t" });
  expect(again).not.toBe(thread);
  onTestFinished(persistDraft(again, client));
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stored()).toBe("Half");
});

test("the draft of a thread that moved to another client is saved", async () => {
  const storage = memoryStorage();
  const { client, thread, write, show, stored } = openDraftTab(storage);
  show()();
  client.dispose();
  const next = createAgentClient({ agent: thread.agent, storage });
  onTestFinished(persistDraft(next.thread({ threadId: "t" }), next));
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stored()).toBe("Half");
});

test("the draft of an evicted thread is not saved any more", async () => {
  const storage = memoryStorage();
  const save = vi.spyOn(storage, "saveDraft");
  const { thread, show } = openDraftTab(storage);
  show()();
  thread.dispose();
  prependToComposer(thread, "Late");
  await flush();
  hideTab();
  await flush();
  expect(save).not.toHaveBeenCalled();
});

test("writes run one after another, and of the waiting texts only the last is written", async () => {
  const { storage, loadedIds, letThrough } = slowStorage();
  const { write, show, stored } = openDraftTab(storage);
  show();
  write("secret");
  await vi.advanceTimersByTimeAsync(1_000);
  for (const text of ["secret a", "secret ab"]) {
    write(text);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(loadedIds).toEqual(["secret"]);
  await letThrough();
  expect(loadedIds).toEqual(["secret", "secret ab"]);
  write("secret abc");
  await vi.advanceTimersByTimeAsync(1_000);
  write("");
  await flush();
  await letThrough();
  expect(loadedIds.at(-1)).toBe("");
  expect(await stored()).toBe("");
});

test("hiding the page does not wait for a pending write", async () => {
  const { storage, loadedIds } = slowStorage();
  const { write, show } = openDraftTab(storage);
  show();
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  write("Half a sentence");
  hideTab();
  expect(loadedIds).toEqual(["Half", "Half a sentence"]);
});

test("a restored draft that is sent at once is removed", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Half");
  const { thread, write, show, stored, text } = openDraftTab(storage);
  show();
  // Another property of the draft changes meanwhile.
  drafts.updateState(thread, (before) => ({ ...before, problem: { text: "Too large", id: 0 } }));
  await flush();
  expect(text()).toBe("Half");
  write("");
  await flush();
  expect(await stored()).toBe("");
});

test("a draft that is sent while no composer shows it is removed when the page is hidden at once", async () => {
  const { write, show, stored } = openDraftTab();
  const end = show();
  write("Read this");
  end();
  await flush();
  write("");
  hideTab();
  expect(await stored()).toBe("");
});

test("no listener waits for the page to be hidden once everything is saved", async () => {
  const added = vi.spyOn(window, "addEventListener");
  const removed = vi.spyOn(window, "removeEventListener");
  const { write, show, stored } = openDraftTab();
  const end = show();
  write("Half");
  end();
  await flush();
  expect(await stored()).toBe("Half");
  // The thread, which is persisted too, has a listener of its own.
  const pageHideListener = added.mock.calls.find(([type]) => type === "pagehide")?.[1];
  const lastOf = ({ mock }: Pick<typeof added | typeof removed, "mock">) =>
    mock.invocationCallOrder[
      mock.calls.findLastIndex(([, listener]) => listener === pageHideListener)
    ] ?? 0;
  expect(pageHideListener).toBeTypeOf("function");
  expect(lastOf(removed)).toBeGreaterThan(lastOf(added));
});

test("a draft that changed before a late text arrives is left unchanged", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Old");
  const { write, show, text } = openDraftTab(storage);
  show();
  write("New");
  write("");
  await flush();
  expect(text()).toBe("");
});
