import type { useClient } from "../hooks/useClient.ts";
import type { useThread } from "../hooks/useThread.ts";
import { drafts } from "./composerDraft.ts";
import { createPerThread, type PerThread } from "./perThread.ts";

type Thread = ReturnType<typeof useThread>;
type Client = ReturnType<typeof useClient>;
type Storage = NonNullable<Client["storage"]>;

/** How long what a person writes may wait to be kept, in milliseconds: not each letter is kept by itself. */
const KEPT_WITHIN_MS = 400;

/** Sees to what a storage has of one draft. */
interface Keeper {
  /** Says that somebody shows the draft; returns what says that they ceased to. */
  show(thread: Thread, client: Client): () => void;
}

/** One for each draft, whoever shows it: it is sent, or comes back, also while nobody does. */
const keepers = new WeakMap<Storage, PerThread<Keeper | undefined>>();

/**
 * Gives back what was written for a thread before the page was left, and keeps what becomes of it from now on, also
 * when the thread is no longer shown. A storage that is full, or denied, keeps nothing, and nobody has to hear of that.
 *
 * @returns What says that the draft is no longer shown here.
 */
export function keepDraft(thread: Thread, client: Client): () => void {
  const { storage } = client;
  // One that was made elsewhere has a storage of its own, or none.
  if (!storage || !client.threads().includes(thread)) return () => {};
  const own = keepers.get(storage) ?? createPerThread<Keeper | undefined>(undefined);
  keepers.set(storage, own);
  const forget = () => own.update(thread, () => undefined);
  const keeper = own.read(thread) ?? createKeeper(thread, storage, forget);
  own.update(thread, () => keeper);
  return keeper.show(thread, client);
}

function createKeeper({ agent, threadId }: Thread, storage: Storage, onEnd: () => void): Keeper {
  const place = { agent, threadId };
  const textOf = () => drafts.read(place).text;
  let client: Client | undefined;
  /** The one that was shown last. It may be let go of, and be another when it comes back. */
  let thread: WeakRef<Thread> | undefined;
  let shown = 0;
  let seen = textOf();
  /** How often it was changed here. */
  let changes = 0;
  /** What the storage has, as far as that is known. */
  let stored: string | undefined;
  /** What this page has written there, or may have: a write that failed may have been done. */
  const written = new Set<string>();
  let saving: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Of a thread that is deleted nothing is left behind. */
  const isKept = () => {
    const last = thread?.deref();
    return last !== undefined && client?.threads().includes(last) === true;
  };
  const isDue = () => isKept() && (textOf() === "" ? written.size > 0 : textOf() !== stored);

  /** Fulfils with what the storage has; with nothing where it does not say. */
  async function read(): Promise<string> {
    try {
      const text: unknown = await storage.loadDraft?.(threadId);
      return typeof text === "string" ? text : "";
    } catch {
      return "";
    }
  }

  async function write(text: string): Promise<void> {
    if (text !== "") written.add(text);
    try {
      await storage.saveDraft?.(threadId, text);
    } catch {
      // It is tried again with the next change, and when the draft or the page is left.
      return;
    }
    stored = text;
    written.clear();
    if (text !== "") written.add(text);
  }

  async function remove(): Promise<void> {
    const found = await read();
    if (textOf() !== "") return;
    // What another page has put in its place is not ours to remove.
    if (found !== "" && !written.has(found)) written.clear();
    else await write("");
  }

  /** One after another: what is written last is to be what stays. */
  async function saveAll(): Promise<void> {
    let tried: string | undefined;
    while (isDue() && textOf() !== tried) {
      tried = textOf();
      await (tried === "" ? remove() : write(tried));
    }
    saving = undefined;
    listen();
  }

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isDue()) saving ??= saveAll();
  }

  function saveSoon(): void {
    timer ??= setTimeout(save, KEPT_WITHIN_MS);
  }

  /** There is no time to wait for anything: not for a write that is under way, nor to look who wrote what is there. */
  function handleHide(): void {
    if (isDue()) void write(textOf());
  }

  function listen(): void {
    if (shown > 0 || isDue()) addEventListener("pagehide", handleHide);
    else removeEventListener("pagehide", handleHide);
  }

  async function load(): Promise<void> {
    if (textOf() !== "") return;
    const before = changes;
    // What is being removed must not be found.
    await saving;
    const text = await read();
    if (text === "" || changes !== before || !isKept()) return;
    // It was sent, and could not be removed.
    if (written.has(text)) return save();
    stored = seen = text;
    written.add(text);
    drafts.update(place, (draft) => ({ ...draft, text }));
  }

  const forget = drafts.subscribe(place, () => {
    if (textOf() === seen) return;
    seen = textOf();
    changes += 1;
    if (shown === 0 && !isKept()) {
      forget();
      onEnd();
      listen();
    }
    // What has been sent must not come back, however soon the page is left.
    else if (shown === 0 || seen === "") save();
    else saveSoon();
  });

  return {
    show(next, by) {
      client = by;
      thread = new WeakRef(next);
      shown += 1;
      listen();
      void load();
      // Written before this was there.
      if (seen !== "") written.add(seen);
      if (isDue()) saveSoon();
      return () => {
        shown -= 1;
        if (shown > 0) return;
        save();
        listen();
      };
    },
  };
}
