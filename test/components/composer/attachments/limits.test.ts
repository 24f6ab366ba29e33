// @vitest-environment node
import { describe, expect, test } from "vitest";
import {
  describeRefused,
  isAccepted,
  partitionFiles,
  resolveLimits,
} from "../../../../src/components/composer/attachments/limits.ts";
import { matchAccept } from "../../../../src/components/composer/attachments/matchAccept.ts";
import type { AttachmentOptions } from "../../../../src/components/composer/attachments/options.ts";
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

/** What is said of files that are left out. */
function said(
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

describe("what is left out is named with the reason and the limit", () => {
  test("of a kind the agent does not take", () => {
    expect(said([cat, table, song], { kinds: ["image", "pdf"] })).toEqual([
      ["cat.png"],
      "table.csv and song.mp3 aren’t supported. You can attach images and PDFs.",
    ]);
  });

  test("of a kind it does not take beside everything else", () => {
    expect(said([song, table], { kinds: ["image", "pdf", "file"] })).toEqual([
      ["table.csv"],
      "song.mp3 isn’t supported. This assistant doesn’t accept that file type.",
    ]);
  });

  test("of a kind the application does not take", () => {
    expect(said([song, cat, table], { accept: "image/*, .CSV,application/json" })).toEqual([
      ["cat.png", "table.csv"],
      "song.mp3 isn’t supported. You can attach images, CSV, and JSON.",
    ]);
  });

  test("larger than one may be", () => {
    const large = file("large.bin", "", 1537);
    expect(said([large, cat], { maxBytes: 1536 })).toEqual([
      ["cat.png"],
      "large.bin is too large. The limit is 1.5 kB.",
    ]);
    expect(said([file("just.bin", "", 1536)], { maxBytes: 1536 })).toEqual([
      ["just.bin"],
      undefined,
    ]);
  });

  test("more than there may be, those that come last", () => {
    expect(said([cat, dog, terms], { maxCount: 2, room: 1 })).toEqual([
      ["cat.png"],
      "You can attach up to 2 files. Not added: dog.jpg and terms.pdf.",
    ]);
  });

  test("one that is left out for another reason takes no room", () => {
    const empty = file("empty.txt", "text/plain", 0);
    expect(said([empty, cat], { room: 1 })).toEqual([["cat.png"], "Couldn’t read empty.txt."]);
  });

  test("a folder", () => {
    const folder = file("Pictures", "", 0);
    expect(said([folder, cat], {}, new Set([folder]))).toEqual([
      ["cat.png"],
      "Folders can’t be attached: Pictures.",
    ]);
  });

  test("each reason in a sentence of its own", () => {
    const large = file("large.png", "image/png", 9);
    expect(said([table, large], { kinds: ["image"], maxBytes: 8 })[1]).toBe(
      "table.csv isn’t supported. You can attach images. large.png is too large. The limit is 8 bytes.",
    );
  });

  test("names have a direction of their own in a sentence", () => {
    const limits = resolveLimits(["image"], {});
    const { refused } = partitionFiles([table], limits, 1);
    expect(describeRefused(refused, limits, attachmentStrings)).toContain("\u2068table.csv\u2069");
  });
});

test("without an upload a file may have 20 MiB, with one as much as the server takes", () => {
  expect(resolveLimits(everything, {}).maxBytes).toBe(20 * 2 ** 20);
  const upload = async () => ({ type: "url", value: "https://example.com" }) as const;
  expect(resolveLimits(everything, { upload }).maxBytes).toBe(Number.POSITIVE_INFINITY);
  expect(resolveLimits(everything, { upload, maxBytes: 5 }).maxBytes).toBe(5);
  expect(resolveLimits(everything, {}).maxCount).toBe(10);
});

test.each<[string, string | undefined, boolean]>([
  ["a family", "image/*", true],
  ["the type itself", "text/plain, image/png", true],
  ["its ending, however it is written", ".PNG", true],
  ["everything", "*/*", true],
  ["everything, in one sign", ".csv, *", true],
  ["nothing that is said", " , ", true],
  ["no wish", undefined, true],
  ["another family", "video/*", false],
  ["another type of the family", "image/jpeg", false],
  ["another ending", ".jpg", false],
])("a picture is accepted by %s: %s", (_what, accept, accepted) => {
  expect(isAccepted(cat, matchAccept(["image"], accept))).toBe(accepted);
});

describe("what is offered, checked and said is what both the agent and the application take", () => {
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
  ])("%j of %s", (kinds, accept, picked, taken, words) => {
    const limits = resolveLimits(kinds, { accept });
    expect(limits.tokens?.join()).toBe(picked);
    const sorted = partitionFiles(all, limits, all.length);
    expect(sorted.accepted.map(nameOf)).toEqual(taken);
    const problem = describeRefused(sorted.refused, limits, attachmentStrings);
    if (words) expect(problem).toContain(`You can attach ${words}.`);
  });

  test("nothing where the two have nothing in common", () => {
    for (const accept of ["audio/*", ".csv", "text/plain,.mp3", "application/*"]) {
      expect(matchAccept(["image"], accept)).toEqual({ kinds: [], tokens: [] });
    }
    expect(matchAccept([], undefined).kinds).toEqual([]);
  });
});

test("sizes are written as people of a language write them", () => {
  expect(formatBytes(0, "en")).toBe("0 bytes");
  expect(formatBytes(1, "en")).toBe("1 byte");
  expect(formatBytes(1536, "de")).toBe("1,5 kB");
  expect(formatBytes(20 * 2 ** 20, "en")).toBe("20 MB");
  expect(formatBytes(3 * 2 ** 40, "en")).toBe("3,072 GB");
});
