import { expect, test, vi } from "vitest";
import type { Attachment } from "../../../src/components/attachments/attachment.ts";
import type { UploadFile } from "../../../src/components/attachments/options.ts";
import { prepare } from "../../../src/components/attachments/prepare.ts";
import { isUploaded } from "../../../src/components/attachments/uploaded.ts";
import { EMPTY } from "../../../src/components/composerDraft.ts";
import type { PartSource } from "../../../src/protocol/events.ts";

const sound = new File(["x"], "Recording.webm", { type: "audio/webm" });

/** Prepares a file of a draft of its own, which is returned. */
function begin(carry: UploadFile, file: Promise<File> = Promise.resolve(sound)) {
  const controller = new AbortController();
  const one: Attachment = { id: "1", name: sound.name, controller };
  let draft: typeof EMPTY = { ...EMPTY, attachments: [one] };
  const done = prepare({
    update(change) {
      draft = { ...draft, ...change(draft) };
    },
    controller,
    file,
    carry,
    canRetry: true,
    whenRemoved: () => () => {},
    describe: String,
  });
  return { controller, done, attached: () => draft.attachments[0] };
}

test("a recording that was discarded is not handed to the upload", async () => {
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

test.each([
  ["/files/1", `${location.origin}/files/1`],
  ["https://files.example.com/a b", "https://files.example.com/a b"],
])("an upload that says %s is sent as %s, and known again", async (value, address) => {
  const { done, attached } = begin(async () => ({ type: "url", value }));
  await done;
  expect(attached()?.part?.source).toEqual({ type: "url", value: address });
  expect(isUploaded(address)).toBe(true);
});

test.each<PartSource>([
  { type: "url", value: "" },
  { type: "url", value: "http://" },
  { type: "file", value: "" },
])("an upload that says nothing of where the file is has failed: %o", async (source) => {
  const { done, attached } = begin(async () => source);
  await done;
  expect(attached()).toMatchObject({ error: expect.any(Error) });
  expect(attached()?.part).toBeUndefined();
});
