import { useContext, useEffect } from "react";
import { ClientContext, type useClient } from "../../hooks/providers/useClient.ts";
import { type CurrentThread, useThread } from "../../hooks/providers/useThread.ts";
import { withStorageTimeout } from "../../store/persistence/withStorageTimeout.ts";
import { recoverOrphanedDrafts } from "../queue/queueDrafts.ts";
import { createPerThreadState, type PerThreadState } from "../state/perThreadState.ts";
import { drafts, prependContent } from "./draft.ts";

type Client = ReturnType<typeof useClient>;
type DraftStorage = NonNullable<Client["storage"]>;

/** Longest delay before typed text is saved. Not every keystroke writes. */
const SAVE_DELAY_MS = 400;

/** Synchronization of one draft with its entry in a storage. */
interface DraftPersister {
  /** Adds a composer that shows the draft. Returns a function that removes the composer. */
  addViewer(thread: CurrentThread, client: Client): () => void;
}

/**
 * Persisters by storage and thread, not by composer: drafts are sent and restored while no composer is
 * mounted.
 */
const persisters = new WeakMap<DraftStorage, PerThreadState<DraftPersister | undefined>>();

/**
 * @internal Persists the draft of the nearest thread while a composer shows the thread, if its client has a
 * storage.
 */
export function usePersistedDraft(): void {
  const thread = useThread();
  const client = useContext(ClientContext);
  useEffect(() => (client ? persistDraft(thread, client) : undefined), [thread, client]);
}

/**
 * Restores the draft of a thread from storage and saves its changes, also while the thread is not shown.
 * Drafts are not saved when the storage is full, denied or does not respond, and no error is shown.
 *
 * When two tabs write the draft of one thread, the last one wins; no tab removes a text that another one saved,
 * unless it closes right after sending.
 *
 * @returns A function to call when the composer unmounts.
 */
export function persistDraft(thread: CurrentThread, client: Client): () => void {
  const { storage } = client;
  // A thread that was created outside the client has another storage, or none.
  if (!storage || !client.threads().includes(thread)) return () => {};
  const stopRestoring = recoverOrphanedDrafts(thread);
  if (!storage.saveDraft) return stopRestoring;
  const persisterByThread =
    persisters.get(storage) ?? createPerThreadState<DraftPersister | undefined>(undefined);
  persisters.set(storage, persisterByThread);
  const persister = persisterByThread.readState(thread) ?? createDraftPersister(thread, storage);
  persisterByThread.updateState(thread, () => persister);
  const removeViewer = persister.addViewer(thread, client);
  return () => {
    stopRestoring();
    removeViewer();
  };
}

function createDraftPersister(
  { agent, threadId }: CurrentThread,
  storage: DraftStorage,
): DraftPersister {
  const key = { agent, threadId };
  const textOfDraft = () => drafts.readState(key).text;
  /** Thread objects that were shown. A thread that is evicted and loaded again is a new object. */
  const threads = new WeakSet<CurrentThread>();
  let client: Client | undefined;
  let viewerCount = 0;
  let wasEdited = textOfDraft() !== "";
  /** Text that was restored from storage. */
  let restoredText = "";
  /** Text that this tab last saved, as far as it knows. */
  let savedText = "";
  /** Text of the last attempt to save. A write that timed out may still have succeeded. */
  let attemptedText = "";
  /** True when another tab may have removed the saved text. */
  let mayBeRemoved = false;
  let isLoaded = false;
  let isSaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A deleted thread leaves no draft behind. */
  const isThreadOpen = () => client?.threads().some((open) => threads.has(open)) === true;
  const needsSave = () =>
    isThreadOpen() && (mayBeRemoved || textOfDraft() !== savedText || attemptedText !== savedText);

  /** Returns the saved text, or an empty string when the storage fails or does not respond. */
  async function read(): Promise<string> {
    try {
      const text: unknown = await withStorageTimeout((async () => storage.loadDraft?.(threadId))());
      return typeof text === "string" ? text : "";
    } catch {
      return "";
    }
  }

  async function load(): Promise<void> {
    const text = await read();
    const wasSent = wasEdited && textOfDraft() === "";
    // A message that waits for its attachments is sent unchanged.
    if (text === "" || wasSent || drafts.readState(key).isSendPending) return;
    savedText = attemptedText = text;
    // Another client in this tab has restored the text already.
    if (textOfDraft().startsWith(text)) return;
    restoredText = text;
    drafts.updateState(key, (draft) => ({ ...draft, ...prependContent({ text })(draft) }));
  }

  async function writeText(text: string): Promise<void> {
    await storage.saveDraft?.(threadId, text);
    savedText = attemptedText = text;
    mayBeRemoved = false;
    // A late write that had timed out has overwritten newer text.
    if (!isSaving) save();
  }

  async function write(text: string): Promise<void> {
    if (text !== "") attemptedText = text;
    try {
      await withStorageTimeout(writeText(text));
    } catch {
      // The next change, the next mount, unmount or page hide tries again.
    }
  }

  async function remove(): Promise<void> {
    const current = await read();
    // Another tab has saved its own text, which stays.
    if (current !== "" && current !== savedText && current !== attemptedText)
      savedText = attemptedText = "";
    else await write("");
  }

  /** Writes the texts of the draft one after another, so that the storage keeps the last text. */
  async function saveAll(): Promise<void> {
    isSaving = true;
    // A loaded draft is saved without waiting: a composer that mounts in the same task reads the saved text.
    if (!isLoaded) await loading;
    let written: string | undefined;
    while (needsSave() && textOfDraft() !== written) {
      written = textOfDraft();
      await (written === "" ? remove() : write(written));
    }
    isSaving = false;
    updatePageHideListener();
  }

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    if (needsSave() && !isSaving) void saveAll();
    updatePageHideListener();
  }

  /** A text that was typed here is saved again on unmount, even when another tab has removed it. */
  function checkRemoved(): void {
    mayBeRemoved = textOfDraft() !== "" && textOfDraft() !== restoredText;
  }

  /**
   * The page is closing: nothing can be awaited, neither a pending write nor a read of the current entry. After a message
   * was sent, this may remove a text that another tab has saved.
   */
  function handlePageHide(): void {
    checkRemoved();
    if (needsSave()) void write(textOfDraft());
  }

  function updatePageHideListener(): void {
    if (viewerCount > 0 || needsSave()) addEventListener("pagehide", handlePageHide);
    else removeEventListener("pagehide", handlePageHide);
  }

  drafts.subscribe(key, () => {
    wasEdited ||= textOfDraft() !== "";
    // A sent message is removed at once, so that it does not return when the tab closes.
    if (viewerCount === 0 || textOfDraft() === "") save();
    else timer ??= setTimeout(save, SAVE_DELAY_MS);
  });
  const loading = load().finally(() => {
    isLoaded = true;
  });

  return {
    addViewer(thread, owner) {
      threads.add(thread);
      client = owner;
      viewerCount += 1;
      save();
      return () => {
        viewerCount -= 1;
        checkRemoved();
        save();
      };
    },
  };
}
