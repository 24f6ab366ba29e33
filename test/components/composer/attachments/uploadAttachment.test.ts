// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import type { Attachment } from "../../../../src/components/composer/attachments/attachment.ts";
import { isUploaded } from "../../../../src/components/composer/attachments/attachment.ts";
import type { UploadFile } from "../../../../src/components/composer/attachments/attachmentOptions.ts";
import { readFile } from "../../../../src/components/composer/attachments/readFile.ts";
import { uploadAttachment } from "../../../../src/components/composer/attachments/uploadAttachment.ts";
import { EMPTY_DRAFT } from "../../../../src/components/composer/draft.ts";
import type { PartSource } from "../../../../src/protocol/events.ts";

const sound = new File(["x"], "Recording.webm", { type: "audio/webm" });

/** A file that takes longer to read than the test takes. */
const large = new File([new Uint8Array(5_000_000)], "large.bin");
const place: PartSource = { type: "url", value: "https://files.example.com/1" };

/** Uploads a file of a new draft and returns the draft. */
function begin(upload: UploadFile, file: Promise<File> = Promise.resolve(sound)) {
  const controller = new AbortController();
  const one: Attachment = { id: "1", name: sound.name, controller };
  let draft: typeof EMPTY_DRAFT = { ...EMPTY_DRAFT, text: "Look", attachments: [one] };
  const [forget, release] = [vi.fn(), vi.fn()];
  let remove = () => {};
  const done = uploadAttachment({
    update(change) {
      draft = { ...draft, ...change(draft) };
    },
    controller,
    file,
    upload,
    canRetry: true,
    onThreadRemoved: (listener) => {
      remove = listener;
      return forget;
    },
    retainThread: () => release,
    describeError: String,
  });
  const attached = () => draft.attachments[0];
  const removeThread = () => remove();
  return { controller, done, forget, release, attached, removeThread, draft: () => draft };
}

test("a discarded recording is not uploaded", async () => {
  const upload = vi.fn<UploadFile>(() => Promise.reject(new Error("Too late")));
  let stop: (file: File) => void = () => {};
  const recording = new Promise<File>((resolve) => {
    stop = resolve;
  });
  const { controller, done } = begin(upload, recording);
  controller.abort();
  stop(sound);
  await done;
  expect(upload).not.toHaveBeenCalled();
});

test("removing a file aborts reading it", async () => {
  const controller = new AbortController();
  const reading = readFile(large, { signal: controller.signal, onProgress: () => {} });
  controller.abort();
  await expect(reading).rejects.toMatchObject({ name: "AbortError" });
});

test.each<[string, UploadFile]>([
  ["while it is read", readFile],
  ["during an upload that ignores the signal", () => new Promise(() => {})],
])("a file that is removed %s leaves nothing behind", async (_when, carry) => {
  const carried = vi.fn(carry);
  const { controller, done, forget, release, attached } = begin(carried, Promise.resolve(large));
  while (carried.mock.calls.length === 0) await Promise.resolve();
  expect(release).not.toHaveBeenCalled();
  controller.abort();
  await done;
  expect(forget).toHaveBeenCalledOnce();
  expect(release).toHaveBeenCalledOnce();
  expect(attached()).not.toHaveProperty("error");
});

test("deleting the thread empties its draft", async () => {
  const { controller, done, draft, removeThread } = begin(() => new Promise(() => {}));
  removeThread();
  await done;
  expect(controller.signal.aborted).toBe(true);
  expect(draft()).toEqual(EMPTY_DRAFT);
});

test("progress is reported in hundredths from 0 to 1, without invalid values", async () => {
  const shown: unknown[] = [];
  const { done, attached } = begin(async (_file, { onProgress }) => {
    for (const fraction of [-1, 0.256, 0.2561, Number.NaN, 7]) {
      onProgress(fraction);
      shown.push(attached()?.progress);
    }
    return place;
  });
  await done;
  expect(shown).toEqual([0, 0.26, 0.26, 0.26, 1]);
});

test("an upload that resolves or rejects after its file was removed changes nothing", async () => {
  for (const end of ["resolve", "reject"] as const) {
    let settle = () => {};
    const upload: UploadFile = () =>
      new Promise((resolve, reject) => {
        const ends = { resolve: () => resolve(place), reject: () => reject(new Error("Late")) };
        settle = ends[end];
      });
    const { controller, done, attached } = begin(upload);
    await vi.waitFor(() => expect(attached()?.file).toBe(sound));
    controller.abort();
    await done;
    settle();
    await Promise.resolve();
    expect(attached()?.part).toBeUndefined();
  }
});

test.each([
  ["/files/1", `${location.origin}/files/1`],
  ["https://files.example.com/a b", "https://files.example.com/a b"],
])("an upload that returns %s is sent as %s and recognized as uploaded", async (value, address) => {
  const { done, attached } = begin(async () => ({ type: "url", value }));
  await done;
  expect(attached()?.part?.source).toEqual({ type: "url", value: address });
  expect(isUploaded(address)).toBe(true);
});

test.each<PartSource>([
  { type: "url", value: "" },
  { type: "url", value: "http://" },
  { type: "file", value: "" },
])("an upload that returns no valid source fails: %o", async (source) => {
  const { done, attached } = begin(async () => source);
  await done;
  expect(attached()).toMatchObject({ error: expect.any(Error) });
  expect(attached()?.part).toBeUndefined();
});
