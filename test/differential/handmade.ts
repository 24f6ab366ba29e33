import type { Conversation } from "./conversation.ts";
import { documentStreams } from "./handmade/documents.ts";
import { messageStreams } from "./handmade/messageStreams.ts";
import { runStreams } from "./handmade/runs.ts";
import { toolStreams } from "./handmade/tools.ts";

/** Valid threads, one for each rule of the protocol, which both clients must end alike. */
export const handmade: Readonly<Record<string, Conversation>> = {
  ...runStreams,
  ...messageStreams,
  ...toolStreams,
  ...documentStreams,
};
