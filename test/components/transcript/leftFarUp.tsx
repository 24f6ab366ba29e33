import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import type { ChatProps } from "../../../src/components/chat/Chat.tsx";
import { savedScrollPositions } from "../../../src/components/transcript/autoscroll/useAutoscroll.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { rowOf, sampleTurns, scrollChat, scrollEnd, waitFrames } from "./autoscroll/scrollChat.tsx";

/** 10,000 messages. */
export const LONG = sampleTurns(5000);

/** Renders the conversation with a saved position near its start. */
export async function leftFarUp(props: ChatProps = {}) {
  const other = createThread({
    ...{ agent: manualAgent(), threadId: "two", initialMessages: sampleTurns(8, "other ") },
  });
  const chat = await scrollChat(LONG, props);
  const leave = async () => {
    chat.show(other);
    await screen.findByText("other Question 7");
    await waitFrames(5);
  };
  const comeBack = async (id: string) => {
    chat.show(chat.thread);
    await waitFor(() => expect(rowOf(id)).toBeInTheDocument());
    await scrollEnd(chat.log);
  };
  await leave();
  const readMarker = { id: LONG.at(-1)?.id, interruptIds: [] };
  savedScrollPositions.updateState(chat.thread, () => ({
    anchorRow: { id: "u500", offset: 40 },
    readMarker,
  }));
  await comeBack("u500");
  return { ...chat, leave, comeBack };
}
