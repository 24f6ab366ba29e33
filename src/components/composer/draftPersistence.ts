import { useContext, useEffect } from "react";
import { ClientContext, type useClient } from "../../hooks/providers/useClient.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { withStorageTimeout } from "../../store/persistence/withStorageTimeout.ts";
import { recoverOrphanedDrafts } from "../queue/queueDrafts.ts";
import { createPerThreadState, type PerThreadState } from "../state/perThreadState.ts";
import { drafts, prependContent } from "./draft.ts";

type Thread = ReturnType<typeof useThread>;
type Client = ReturnType<typeof useClient>;
type Storage = NonNullable<Client["storage"]>;

/** How long what a person writes waits at most to be kept, in milliseconds: not each letter is kept by itself. */
const KEPT_WITHIN_MS = 400;

/** Sees to what a storage has of one draft. */
interface Keeper {
  /** Says that somebody shows the draft; returns what says that they ceased to. */
  show(thread: Thread, client: Client): () => void;
}

/** One for each draft, whoever shows it: it is sent, or comes back, also while nobody does. */
const keepers = new WeakMap<Storage, PerThreadState<Keeper | undefined>>();

/** @internal Persists the draft of the nearest thread while a composer shows the thread, if its client has a storage. */
export function usePersistedDraft(): void {
  const thread = useThread();
  const client = useContext(ClientContext);
  useEffect(() => (client ? persistDraft(thread, client) : undefined), [thread, client]);
}

/**
 * Gives back what was written for a thread before the page was left, and keeps what becomes of it from now on, also
 * when the thread is no longer shown. A storage that is full, denied or silent keeps nothing, and nobody has to hear of
 * that. Of what two pages write for one thread, the last stays, and what was typed in a field is written once more when
 * that is left. Neither page removes what the other has put there, but for one that is left right after it has sent.
 *
 * @returns What says that the draft is no longer shown here.
 */
export function persistDraft(thread: Thread, client: Client): () => void {
  const { storage } = client;
  // One that was made elsewhere has a storage of its own, or none.
  if (!storage || !client.threads().includes(thread)) return () => {};
  const unwatch = recoverOrphanedDrafts(thread);
  if (!storage.saveDraft) return unwatch;
  const own = keepers.get(storage) ?? createPerThreadState<Keeper | undefined>(undefined);
  keepers.set(storage, own);
  const keeper = own.read(thread) ?? createKeeper(thread, storage);
  own.update(thread, () => keeper);
  const hide = keeper.show(thread, client);
  return () => {
    unwatch();
    hide();
  };
}

function createKeeper({ agent, threadId }: Thread, storage: Storage): Keeper {
  const place = { agent, threadId };
  const textOf = () => drafts.read(place).text;
  /** What was shown: a thread that is let go of is another one when it comes back. */
  const threads = new WeakSet<Thread>();
  let client: Client | undefined;
  let shown = 0;
  let isTouched = textOf() !== "";
  /** What the storage has given back. */
  let given = "";
  /** What this page has put there last, as far as it knows. */
  let stored = "";
  /** What it may have put there since: a write that failed may have been done. */
  let tried = "";
  /** Another page may have removed it since. */
  let isDoubtful = false;
  let isLoaded = false;
  let isSaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Of a thread that is deleted nothing is left behind. */
  const isKept = () => client?.threads().some((one) => threads.has(one)) === true;
  const isDue = () => isKept() && (isDoubtful || textOf() !== stored || tried !== stored);

  /** Fulfils with what the storage has; with nothing where it does not say. */
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
    const isSent = isTouched && textOf() === "";
    // What waits for its file goes out as it was when the person sent it.
    if (text === "" || isSent || drafts.read(place).isSendPending) return;
    stored = tried = text;
    // It may be there already: another client has put it there.
    if (textOf().startsWith(text)) return;
    given = text;
    drafts.update(place, (draft) => ({ ...draft, ...prependContent({ text })(draft) }));
  }

  async function put(text: string): Promise<void> {
    await storage.saveDraft?.(threadId, text);
    stored = tried = text;
    isDoubtful = false;
    // One that nobody waits for any more has undone what was written since.
    if (!isSaving) save();
  }

  async function write(text: string): Promise<void> {
    if (text !== "") tried = text;
    try {
      await withStorageTimeout(put(text));
    } catch {
      // It is tried again with the next change, when the draft is shown again, and when it or the page is left.
    }
  }

  async function remove(): Promise<void> {
    const found = await read();
    // What another page has put in its place is not ours to remove.
    if (found !== "" && found !== stored && found !== tried) stored = tried = "";
    else await write("");
  }

  /** One after another: what is written last is to be what stays. */
  async function saveAll(): Promise<void> {
    isSaving = true;
    // Without an await when nothing has to be awaited: a draft unmounted now must be written before it is read again.
    if (!isLoaded) await loading;
    let last: string | undefined;
    while (isDue() && textOf() !== last) {
      last = textOf();
      await (last === "" ? remove() : write(last));
    }
    isSaving = false;
    listen();
  }

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isDue() && !isSaving) void saveAll();
    listen();
  }

  /** What was typed here is in the field, whatever another page has removed. */
  function doubt(): void {
    isDoubtful = textOf() !== "" && textOf() !== given;
  }

  /** There is no time to wait for anything: not for a write that is under way, nor to look who wrote what is there. */
  function handleHide(): void {
    doubt();
    if (isDue()) void write(textOf());
  }

  function listen(): void {
    if (shown > 0 || isDue()) addEventListener("pagehide", handleHide);
    else removeEventListener("pagehide", handleHide);
  }

  drafts.subscribe(place, () => {
    isTouched ||= textOf() !== "";
    // What has been sent must not come back, however soon the page is left.
    if (shown === 0 || textOf() === "") save();
    else timer ??= setTimeout(save, KEPT_WITHIN_MS);
  });
  const loading = load().finally(() => {
    isLoaded = true;
  });

  return {
    show(thread, by) {
      threads.add(thread);
      client = by;
      shown += 1;
      save();
      return () => {
        shown -= 1;
        doubt();
        save();
      };
    },
  };
}
