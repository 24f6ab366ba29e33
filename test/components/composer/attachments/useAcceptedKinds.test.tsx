import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import type { AttachmentOptions } from "../../../../src/components/composer/attachments/attachmentOptions.ts";
import { useAcceptedKinds } from "../../../../src/components/composer/attachments/useAcceptedKinds.ts";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { useCapabilities } from "../../../../src/hooks/thread/useCapabilities.ts";
import type { AgentCapabilities } from "../../../../src/protocol/events.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../../src/testing/scriptedAgent.ts";

/** Returns the accepted kinds for the capabilities of an agent. */
async function acceptedAfter(multimodal: unknown, wish?: boolean | AttachmentOptions) {
  // A server may return any shape.
  const answer = { multimodal } as AgentCapabilities;
  const agent = { ...scriptedAgent([]), getCapabilities: async () => answer };
  const thread = createThread({ agent });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ThreadProvider thread={thread}>{children}</ThreadProvider>
  );
  const { result } = renderHook(
    () => ({ capabilities: useCapabilities(), accepted: useAcceptedKinds(wish) }),
    {
      wrapper,
    },
  );
  await waitFor(() => expect(result.current.capabilities).toBeDefined());
  return result.current.accepted;
}

const all = ["image", "audio", "video", "pdf", "file"];

describe("the accepted kinds", () => {
  test.each([
    [
      "the kinds that the capabilities name",
      { input: { image: true, pdf: true } },
      undefined,
      ["image", "pdf"],
    ],
    ["all kinds when the capabilities name `file`", { input: { file: true } }, undefined, all],
    [
      "all kinds but those excluded beside `file`",
      { input: { file: true, video: false } },
      undefined,
      ["image", "audio", "pdf", "file"],
    ],
    ["empty without input capabilities", { input: {} }, undefined, []],
    ["all kinds without capabilities when attachments are enabled", { input: {} }, true, all],
    [
      "the kinds that the capabilities name, also when attachments are enabled",
      { input: { image: true, audio: false } },
      true,
      ["image"],
    ],
    [
      "the kinds that the capabilities name, also with options",
      { input: { image: true } },
      { maxCount: 2 },
      ["image"],
    ],
    ["all kinds without capabilities when options are given", {}, { maxCount: 2 }, all],
    [
      "all but the excluded kinds when the capabilities name no other",
      { input: { video: false } },
      true,
      ["image", "audio", "pdf", "file"],
    ],
    ["empty when attachments are disabled", { input: { image: true } }, false, []],
    ["empty for capabilities of an unknown shape", { input: { image: "yes" } }, undefined, []],
    ["empty when the capabilities are null", null, undefined, []],
  ])("are %s", async (_what, multimodal, wish, accepted) => {
    expect(await acceptedAfter(multimodal, wish)).toEqual(accepted);
  });
});
