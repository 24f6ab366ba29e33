import { useClient } from "agui-kit";
import { useEffect } from "react";
import { spellings } from "../../dialects.ts";

/** Sends the user's messages to one agent to all of the agents. */
export function useBroadcastMessages(threadId: string, agentId: string): void {
  const client = useClient();
  useEffect(() => {
    const source = client.thread({ agentId, threadId });
    const others = spellings
      .filter((one) => one.agentId !== agentId)
      .map((one) => client.thread({ agentId: one.agentId, threadId }));
    return source.subscribe({
      onMessage({ role, content }) {
        if (role !== "user" || typeof content !== "string") return;
        for (const other of others) void other.send(content, { whenBusy: "queue" });
      },
    });
  }, [client, threadId, agentId]);
}
