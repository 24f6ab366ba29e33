import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import type { AttachmentOptions } from "../../../../src/components/composer/attachments/options.ts";
import { useAcceptedKinds } from "../../../../src/components/composer/attachments/useAcceptedKinds.ts";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { useCapabilities } from "../../../../src/hooks/thread/useCapabilities.ts";
import type { AgentCapabilities } from "../../../../src/protocol/events.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../../src/testing/scriptedAgent.ts";

/** What is offered once the agent has said this. */
async function acceptedAfter(multimodal: unknown, wish?: boolean | AttachmentOptions) {
  // Whatever the types say: it comes from a server.
  const answer = { multimodal } as AgentCapabilities;
  const agent = { ...scriptedAgent([]), getCapabilities: async () => answer };
  const thread = createThread({ agent });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ThreadProvider thread={thread}>{children}</ThreadProvider>
  );
  const { result } = renderHook(
    () => ({ known: useCapabilities(), accepted: useAcceptedKinds(wish) }),
    {
      wrapper,
    },
  );
  await waitFor(() => expect(result.current.known).toBeDefined());
  return result.current.accepted;
}

const all = ["image", "audio", "video", "pdf", "file"];

describe("what may be attached", () => {
  test.each([
    [
      "what the agent says it takes",
      { input: { image: true, pdf: true } },
      undefined,
      ["image", "pdf"],
    ],
    ["everything, for one that takes any file", { input: { file: true } }, undefined, all],
    [
      "not what one that takes any file says it does not",
      { input: { file: true, video: false } },
      undefined,
      ["image", "audio", "pdf", "file"],
    ],
    ["nothing where nothing is said of it", { input: {} }, undefined, []],
    ["everything where nothing is said of it and it is wished for", { input: {} }, true, all],
    [
      "what it says it takes, and no more when more is wished for",
      { input: { image: true, audio: false } },
      true,
      ["image"],
    ],
    ["the same with options", { input: { image: true } }, { maxCount: 2 }, ["image"]],
    ["everything where options are given and nothing is said of it", {}, { maxCount: 2 }, all],
    [
      "all but what it says it does not take, where it says nothing else",
      { input: { video: false } },
      true,
      ["image", "audio", "pdf", "file"],
    ],
    ["nothing when it is wished away", { input: { image: true } }, false, []],
    ["nothing that a server says in another shape", { input: { image: "yes" } }, undefined, []],
    ["nothing where there is no input", null, undefined, []],
  ])("is %s", async (_what, multimodal, wish, accepted) => {
    expect(await acceptedAfter(multimodal, wish)).toEqual(accepted);
  });
});
