import { describe, expect, test } from "vitest";
import { canonical } from "../canonical.ts";

const read = async (...content: readonly unknown[]) => {
  const { events, issues } = await canonical({
    type: "MESSAGES_SNAPSHOT",
    messages: [{ id: "u1", role: "user", content }],
  });
  const [event] = events;
  return {
    parts: event?.type === "MESSAGES_SNAPSHOT" ? event.messages[0]?.content : undefined,
    issues,
  };
};

const binary = (fields: object) => ({ type: "binary", mimeType: "image/png", ...fields });
const image = (source: object, more: object = {}) => ({
  type: "image",
  source: { mimeType: "image/png", ...source },
  ...more,
});

describe("binary parts", () => {
  test.each([
    ["data", { data: "aGk=" }, { type: "data", value: "aGk=" }],
    ["a url", { url: "https://x.test/a" }, { type: "url", value: "https://x.test/a" }],
    ["an id", { id: "file-1" }, { type: "file", value: "file-1" }],
    [
      "data before a url",
      { data: "aGk=", url: "https://x.test/a", id: "file-1" },
      { type: "data", value: "aGk=" },
    ],
    [
      "a url before an id",
      { data: "", url: "https://x.test/a", id: "file-1" },
      { type: "url", value: "https://x.test/a" },
    ],
    ["an id where the rest is empty", { data: "", url: "", id: "f" }, { type: "file", value: "f" }],
  ])("with %s become the media part of 1.0", async (_, fields, source) => {
    expect(await read(binary(fields))).toEqual({ parts: [image(source)], issues: [] });
  });

  test.each([
    ["image/png", "image"],
    ["audio/wav", "audio"],
    ["video/mp4", "video"],
    ["application/pdf", "document"],
    ["nonsense", "document"],
  ])("become a part by media type: %s becomes %s", async (mimeType, type) => {
    const { parts } = await read(binary({ mimeType, data: "aGk=" }));
    expect(parts).toEqual([{ type, source: { type: "data", value: "aGk=", mimeType } }]);
  });

  test("keep their file name as metadata", async () => {
    const { parts } = await read(binary({ data: "aGk=", filename: "cat.png" }));
    expect(parts).toEqual([
      image({ type: "data", value: "aGk=" }, { metadata: { filename: "cat.png" } }),
    ]);
  });

  test.each([
    ["before", [image({ type: "data", value: "aGk=" }), binary({ data: "aGk=" })]],
    ["after", [binary({ data: "aGk=" }), image({ type: "data", value: "aGk=" })]],
  ])("count once when they mirror a modern part (%s)", async (_, parts) => {
    expect((await read({ type: "text", text: "Hi" }, ...parts)).parts).toEqual([
      { type: "text", text: "Hi" },
      image({ type: "data", value: "aGk=" }),
    ]);
  });

  test("stay when they differ from the modern part beside them", async () => {
    const modern = image({ type: "data", value: "aGk=" });
    const { parts } = await read(modern, binary({ data: "aGk=", filename: "cat.png" }));
    expect(parts).toHaveLength(2);
  });

  test.each([
    ["nothing in them", {}],
    ["no type", { mimeType: undefined, data: "aGk=" }],
  ])("with %s are left out", async (_, fields) => {
    const { parts, issues } = await read(binary(fields), { type: "text", text: "Hi" });
    expect(parts).toEqual([{ type: "text", text: "Hi" }]);
    expect(issues).toHaveLength(1);
  });

  test("are read among unreadable parts", async () => {
    const { parts, issues } = await read(null, 7, [], binary({ data: "aGk=" }), {});
    expect(parts).toEqual([image({ type: "data", value: "aGk=" })]);
    expect(issues.length).toBeGreaterThan(0);
  });

  test("are read in tool results", async () => {
    const { events } = await canonical({
      type: "TOOL_CALL_RESULT",
      messageId: "x1",
      toolCallId: "c1",
      content: [binary({ data: "aGk=" })],
    });
    expect(events[0]).toMatchObject({ content: [image({ type: "data", value: "aGk=" })] });
  });
});
