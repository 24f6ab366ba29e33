import { expect, onTestFinished, test, vi } from "vitest";
import { drafts, prependToComposer } from "../../../src/components/composer/draft.ts";
import { persistDraft } from "../../../src/components/composer/draftPersistence.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { flush, leavePage, openPage } from "./draftPage.ts";

/** A storage whose writes are done when they are let through, in any order. */
function slowStorage() {
  const inner = memoryStorage();
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const storage: ThreadStorage = {
    ...inner,
    async saveDraft(threadId, text) {
      asked.push(text);
      await new Promise<void>((resolve) => waiting.push(resolve));
      await inner.saveDraft?.(threadId, text);
    },
  };
  /** The last one first. */
  const letThrough = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      next();
      await flush();
    }
  };
  return { storage, asked, letThrough };
}

test("what is written is kept within a moment, and not each letter by itself", async () => {
  const storage = memoryStorage();
  const save = vi.spyOn(storage, "saveDraft");
  const { write, show, stored } = openPage(storage);
  show();
  await flush();
  for (const text of ["H", "Ha", "Hal", "Half"]) {
    write(text);
    await vi.advanceTimersByTimeAsync(110);
  }
  expect(await stored()).toBe("Half");
  expect(save).toHaveBeenCalledOnce();
});

test("what was written before it was there is kept as well, behind what was there", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Old");
  const { write, show, stored, text } = openPage(storage);
  write("Half");
  show();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stored()).toBe("Old\nHalf");
  expect(text()).toBe("Old\nHalf");
});

test("what is in the field already is not put there twice", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Half");
  const { write, show, stored } = openPage(storage);
  write("Half a sentence");
  show();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stored()).toBe("Half a sentence");
});

test("a text that comes late is not put in place of what has been typed meanwhile", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "A letter of two pages");
  let answer = () => {};
  const late = vi.fn(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return "A letter of two pages";
  });
  const { write, show, text } = openPage({ ...storage, loadDraft: late });
  show();
  write("x");
  // Nor is it written over in the storage.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await storage.loadDraft?.("t")).toBe("A letter of two pages");
  answer();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(text()).toBe("A letter of two pages\nx");
  expect(await storage.loadDraft?.("t")).toBe("A letter of two pages\nx");
});

test("what is about to go out is left as it is", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Do not send this");
  const { thread, show, text } = openPage(storage);
  drafts.update(thread, (before) => ({ ...before, isSendPending: true }));
  show();
  await flush();
  expect(text()).toBe("");
  expect(await storage.loadDraft?.("t")).toBe("Do not send this");
});

test("what has been put in front of a text that was to go out waits for the person", () => {
  const { thread } = openPage();
  drafts.update(thread, (before) => ({ ...before, text: "Second", isSendPending: true }));
  prependToComposer(thread, "First");
  expect(drafts.read(thread)).toMatchObject({ text: "First\nSecond", isSendPending: false });
});

test("what has been sent is gone at once, and for good", async () => {
  const { write, show, stored } = openPage();
  show();
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  write("Half a sentence");
  write("");
  await flush();
  expect(await stored()).toBe("");
  await vi.advanceTimersByTimeAsync(1_000);
  leavePage();
  await flush();
  expect(await stored()).toBe("");
});

test("what is sent while nobody shows it does not come back", async () => {
  const { write, show, stored, text } = openPage();
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

test("what is being removed is not found by who comes back meanwhile", async () => {
  const { storage, letThrough } = slowStorage();
  const { write, show, stored, text } = openPage(storage);
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

test("what comes back while nobody shows it is kept", async () => {
  const { thread, show, stored } = openPage();
  show()();
  await flush();
  prependToComposer(thread, "Refused");
  await flush();
  expect(await stored()).toBe("Refused");
});

test("of a thread that has come back after it was let go of, a draft is kept again", async () => {
  const { client, thread, write, stored } = openPage();
  persistDraft(thread, client)();
  thread.dispose();
  const again = client.thread({ threadId: "t" });
  expect(again).not.toBe(thread);
  onTestFinished(persistDraft(again, client));
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stored()).toBe("Half");
});

test("of a thread that another client has taken over, a draft is kept again", async () => {
  const storage = memoryStorage();
  const { client, thread, write, show, stored } = openPage(storage);
  show()();
  client.dispose();
  const next = createAgentClient({ agent: thread.agent, storage });
  onTestFinished(persistDraft(next.thread({ threadId: "t" }), next));
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stored()).toBe("Half");
});

test("of a thread that was let go of nothing more is kept", async () => {
  const storage = memoryStorage();
  const save = vi.spyOn(storage, "saveDraft");
  const { thread, show } = openPage(storage);
  show()();
  thread.dispose();
  prependToComposer(thread, "Late");
  await flush();
  leavePage();
  await flush();
  expect(save).not.toHaveBeenCalled();
});

test("writes come one after another, and of what waits only the last", async () => {
  const { storage, asked, letThrough } = slowStorage();
  const { write, show, stored } = openPage(storage);
  show();
  write("secret");
  await vi.advanceTimersByTimeAsync(1_000);
  for (const text of ["secret a", "secret ab"]) {
    write(text);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(asked).toEqual(["secret"]);
  await letThrough();
  expect(asked).toEqual(["secret", "secret ab"]);
  write("secret abc");
  await vi.advanceTimersByTimeAsync(1_000);
  write("");
  await flush();
  await letThrough();
  expect(asked.at(-1)).toBe("");
  expect(await stored()).toBe("");
});

test("a page that is left waits for no write that is under way", async () => {
  const { storage, asked } = slowStorage();
  const { write, show } = openPage(storage);
  show();
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  write("Half a sentence");
  leavePage();
  expect(asked).toEqual(["Half", "Half a sentence"]);
});

test("what came back and is sent at once is gone", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Half");
  const { thread, write, show, stored, text } = openPage(storage);
  show();
  // Something else of the draft may change meanwhile.
  drafts.update(thread, (before) => ({ ...before, problem: { text: "Too large", id: 0 } }));
  await flush();
  expect(text()).toBe("Half");
  write("");
  await flush();
  expect(await stored()).toBe("");
});

test("what is sent while nobody shows it is gone also when the page is left at once", async () => {
  const { write, show, stored } = openPage();
  const end = show();
  write("Read this");
  end();
  await flush();
  write("");
  leavePage();
  expect(await stored()).toBe("");
});

test("when all is kept nothing waits for the page to be left", async () => {
  const added = vi.spyOn(window, "addEventListener");
  const removed = vi.spyOn(window, "removeEventListener");
  const { write, show, stored } = openPage();
  const end = show();
  write("Half");
  end();
  await flush();
  expect(await stored()).toBe("Half");
  // The thread itself, which is kept as well, listens too.
  const keeper = added.mock.calls.find(([type]) => type === "pagehide")?.[1];
  const lastOf = ({ mock }: Pick<typeof added | typeof removed, "mock">) =>
    mock.invocationCallOrder[mock.calls.findLastIndex(([, listener]) => listener === keeper)] ?? 0;
  expect(keeper).toBeTypeOf("function");
  expect(lastOf(removed)).toBeGreaterThan(lastOf(added));
});

test("a text that comes when the draft has changed is left where it is", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Old");
  const { write, show, text } = openPage(storage);
  show();
  write("New");
  write("");
  await flush();
  expect(text()).toBe("");
});
