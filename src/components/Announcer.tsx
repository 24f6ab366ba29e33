import { type ReactNode, useEffect, useState } from "react";
import { useThread } from "../hooks/useThread.ts";
import { describeError } from "./ErrorRow.tsx";
import { plainText } from "./plainText.ts";
import { useSettings } from "./settings.tsx";

/**
 * Says finished messages and changes of the run to people who use a screen reader, not tokens.
 *
 * `Chat` has one; place one, and only one, beside a transcript of your own. Renders a `<div>` that
 * is a polite live region and is not visible.
 *
 * @selector `.agk-announcer`
 */
export function Announcer(): ReactNode {
  const thread = useThread();
  const { strings } = useSettings();
  const [said, setSaid] = useState<readonly string[]>([]);

  useEffect(() => {
    // A second sentence must not take the place of one that has not been read yet.
    const say = (sentence: string) => setSaid((before) => [...before, sentence]);
    return thread.subscribe({
      onRunStart: () => setSaid([strings.announceStart]),
      onMessage(message) {
        if (message.role !== "assistant" || !message.content) return;
        const author = message.name ?? strings.authors.assistant;
        say(strings.announceMessage(author, plainText(message.content)));
      },
      onRunEnd({ outcome, newMessages }) {
        const { error } = thread.getSnapshot().run;
        const hasAnswer = newMessages.some((one) => one.role === "assistant" && one.content);
        if (outcome === "error") say(error ? describeError(error, strings) : strings.errors.other);
        else if (outcome === "interrupt") say(strings.run.waiting);
        else if (outcome === "cancelled") say(strings.run.cancelled);
        // The answer has just been said; that it is over goes without saying.
        else if (!hasAnswer) say(strings.announceEnd);
      },
    });
  }, [thread, strings]);

  return (
    <div className="agk-announcer" role="status" aria-atomic={false}>
      {said.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever added at the end
        <div key={index}>{sentence}</div>
      ))}
    </div>
  );
}
