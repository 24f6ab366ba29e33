import type { Thread } from "../../src/store/thread/thread.ts";

/** Returns the contents of the messages that a thread shows, in order. */
export const shownContents = (thread: Thread) => contentsOfMessages(thread.getSnapshot());

/** Returns the contents of the messages of a snapshot, in order. */
export const contentsOfMessages = ({
  messages,
}: {
  readonly messages: readonly { readonly content?: unknown }[];
}) => messages.map(({ content }) => content);

export const issueCodes = (thread: Thread) => thread.getSnapshot().issues.map(({ code }) => code);

export const firstMessageId = (thread: Thread) => thread.getSnapshot().messages[0]?.id ?? "";

/** Returns the id of the first message with this content; empty without one. */
export const idOfMessage = (thread: Thread, content: string) =>
  thread.getSnapshot().messages.find((message) => message.content === content)?.id ?? "";
