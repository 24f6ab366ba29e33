import { useClient } from "../../../src/hooks/providers/useClient.ts";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useMessages } from "../../../src/hooks/thread/useMessages.ts";
import type { AgentClient } from "../../../src/store/client/clientTypes.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";

/** Exposes the client and the thread that hooks find below a provider. */
export function Probe({ found }: { found: { client?: AgentClient; thread?: Thread } }) {
  found.client = useClient();
  found.thread = useThread();
  return <p>{useMessages().length} messages</p>;
}
