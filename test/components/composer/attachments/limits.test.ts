import { describe, expect, test } from "vitest";
import type { AttachmentOptions } from "../../../../src/components/composer/attachments/attachmentOptions.ts";
import {
  describeRefused,
  isAccepted,
  partitionFiles,
  resolveLimits,
} from "../../../../src/components/composer/attachments/limits.ts";
import { matchAccept } from "../../../../src/components/composer/attachments/matchAccept.ts";
import type { MediaKind } from "../../../../src/components/composer/attachments/useAcceptedKinds.ts";
import { attachmentStrings } from "../../../../src/components/strings/composerStrings.ts";
import { formatBytes } from "../../../../src/components/strings/format.ts";

const file = (name: string, type: string, size = 1) =>
  new File([new Uint8Array(size)], name, { type });
const cat = file("cat.png", "image/png");
const dog = file("dog.jpg", "image/jpeg");
const song = file("song.mp3", "audio/mpeg");
const terms = file("terms.pdf", "application/pdf");
const table = file("table.csv", "text/csv");

const nameOf = ({ name }: File) => name;

const everything = ["image", "audio", "video", "pdf", "file"] as const;

/** Returns the sentences about refused files. */
function sentencesFor(
  files: readonly File[],
  options: AttachmentOptions & { kinds?: readonly (typeof everything)[number][]; room?: number },
  folders?: ReadonlySet<File>,
) {
  const { kinds = everything, room = 10, ...rest } = options;
  const limits = resolveLimits(kinds, rest);
  const { accepted, refused } = partitionFiles(files, limits, room, folders);
  const problem = describeRefused(refused, limits, attachmentStrings);
  return [accepted.map(({ name }) => name), problem?.replace(/[\u2068\u2069]/g, "")];
}

describe("the message about a refused file", () => {
  test("the message names the reason and the limit for a kind that the agent does not accept", () => {
    expect(sentencesFor([cat, table, song], { kinds: ["image", "pdf"] })).toEqual([
      ["cat.png"],
      "table.csv and song.mp3 aren’t supported. You can attach images and PDFs.",
    ]);
  });

  test("the message names the reason and the limit for a kind that the agent excludes", () => {
    expect(sentencesFor([song, table], { kinds: ["image", "pdf", "file"] })).toEqual([
      ["table.csv"],
      "song.mp3 isn’t supported. This assistant doesn’t accept that file type.",
    ]);
  });

  test("the message names the reason and the limit for a kind that the application does not accept", () => {
    expect(sentencesFor([song, cat, table], { accept: "image/*, .CSV,application/json" })).toEqual([
      ["cat.png", "table.csv"],
      "song.mp3 isn’t supported. You can attach images, CSV, and JSON.",
    ]);
  });

  test("the message names the reason and the limit for a file above the size limit", () => {
    const large = file("large.bin", "", 1537);
    expect(sentencesFor([large, cat], { maxBytes: 1536 })).toEqual([
      ["cat.png"],
      "large.bin is too large. The limit is 1.5 kB.",
    ]);
    expect(sentencesFor([file("just.bin", "", 1536)], { maxBytes: 1536 })).toEqual([
      ["just.bin"],
      undefined,
    ]);
  });

  test("the message names the last files, which are above the number limit", () => {
    expect(sentencesFor([cat, dog, terms], { maxCount: 2, room: 1 })).toEqual([
      ["cat.png"],
      "You can attach up to 2 files. Not added: dog.jpg and terms.pdf.",
    ]);
  });

  test("a refused file does not count against the number limit", () => {
    const empty = file("empty.txt", "text/plain", 0);
    expect(sentencesFor([empty, cat], { room: 1 })).toEqual([
      ["cat.png"],
      "Couldn’t read empty.txt.",
    ]);
  });

  test("the message names the reason and the limit for a folder", () => {
    const folder = file("Pictures", "", 0);
    expect(sentencesFor([folder, cat], {}, new Set([folder]))).toEqual([
      ["cat.png"],
      "Folders can’t be attached: Pictures.",
    ]);
  });

  test("the message has one sentence for each reason", () => {
    const large = file("large.png", "image/png", 9);
    expect(sentencesFor([table, large], { kinds: ["image"], maxBytes: 8 })[1]).toBe(
      "table.csv isn’t supported. You can attach images. large.png is too large. The limit is 8 bytes.",
    );
  });

  test("the message isolates the name of the file from the text direction", () => {
    const limits = resolveLimits(["image"], {});
    const { refused } = partitionFiles([table], limits, 1);
    expect(describeRefused(refused, limits, attachmentStrings)).toContain("\u2068table.csv\u2069");
  });
});

test("the size limit is 20 MiB without an upload, and none with one", () => {
  expect(resolveLimits(everything, {}).maxBytes).toBe(20 * 2 ** 20);
  const upload = async () => ({ type: "url", value: "https://example.com" }) as const;
  expect(resolveLimits(everything, { upload }).maxBytes).toBe(Number.POSITIVE_INFINITY);
  expect(resolveLimits(everything, { upload, maxBytes: 5 }).maxBytes).toBe(5);
  expect(resolveLimits(everything, {}).maxCount).toBe(10);
});

test.each<[string, string | undefined, boolean]>([
  ["its family", "image/*", true],
  ["its type", "text/plain, image/png", true],
  ["its extension in capitals", ".PNG", true],
  ["everything", "*/*", true],
  ["a lone asterisk", ".csv, *", true],
  ["an empty list", " , ", true],
  ["no `accept`", undefined, true],
  ["another family", "video/*", false],
  ["another type of the family", "image/jpeg", false],
  ["another extension", ".jpg", false],
])("an image is accepted by %s: %s", (_what, accept, accepted) => {
  expect(isAccepted(cat, matchAccept(["image"], accept))).toBe(accepted);
});

describe("the intersection of agent and application", () => {
  const clip = file("clip.mov", "video/quicktime");
  const photo = file("photo.HEIC", "");
  const all = [cat, dog, song, clip, terms, table, photo];

  test.each<[readonly MediaKind[], string | undefined, string | undefined, string[], string?]>([
    [["image", "pdf"], undefined, "image/*,application/pdf", [cat, dog, terms, photo].map(nameOf)],
    [["image", "file"], undefined, undefined, [cat, dog, table, photo].map(nameOf)],
    [
      ["image"],
      "audio/*, image/png,.HEIC",
      "image/png,.heic",
      ["cat.png", "photo.HEIC"],
      "PNG and HEIC",
    ],
    [["image"], ".csv,.png", ".png", ["cat.png"], "PNG"],
    [["image"], "image/png,.png", "image/png,.png", ["cat.png"], "PNG"],
    [["image"], "text/csv,image/*,.pdf", "image/*", [cat, dog, photo].map(nameOf), "images"],
    [["image", "file"], "text/csv", "text/csv", ["table.csv"], "CSV"],
    [["image", "pdf"], "*/*", "image/*,application/pdf", [cat, dog, terms, photo].map(nameOf)],
    [["pdf"], "application/*", "application/pdf", ["terms.pdf"], "PDFs"],
    [["pdf", "file"], "application/*", "application/*", ["terms.pdf"]],
    [["video"], ".mov,.csv", ".mov", ["clip.mov"], "MOV"],
  ])("is consistent for %j and %s", (kinds, accept, picked, taken, words) => {
    const limits = resolveLimits(kinds, { accept });
    expect(limits.tokens?.join()).toBe(picked);
    const sorted = partitionFiles(all, limits, all.length);
    expect(sorted.accepted.map(nameOf)).toEqual(taken);
    const problem = describeRefused(sorted.refused, limits, attachmentStrings);
    if (words) expect(problem).toContain(`You can attach ${words}.`);
  });

  test("is empty when they have nothing in common", () => {
    for (const accept of ["audio/*", ".csv", "text/plain,.mp3", "application/*"]) {
      expect(matchAccept(["image"], accept)).toEqual({ kinds: [], tokens: [] });
    }
    expect(matchAccept([], undefined).kinds).toEqual([]);
  });
});

test("sizes are formatted in the language of the user", () => {
  expect(formatBytes(0, "en")).toBe("0 bytes");
  expect(formatBytes(1, "en")).toBe("1 byte");
  expect(formatBytes(1536, "de")).toBe("1,5 kB");
  expect(formatBytes(20 * 2 ** 20, "en")).toBe("20 MB");
  expect(formatBytes(3 * 2 ** 40, "en")).toBe("3,072 GB");
});
