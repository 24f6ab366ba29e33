import type { ReactNode } from "react";
import { useClassName } from "../settings/settings.tsx";
import type { TurnProps } from "../settings/transcriptPartProps.ts";

/**
 * Shows everything of one author up to the next: a user message, or an answer with its reasoning, tool calls, questions
 * and actions, which share one indent.
 *
 * `MessageList` renders these itself. Replace it to add an avatar, a name or a footer, or to lay the turn out in a way
 * of your own around `children`. Renders a `<div>`.
 *
 * @example Avatars and names
 * ```tsx
 * const WithAvatar = (props: TurnProps) =>
 *   props.author === "assistant" ? <Turn {...props} avatar={<Logo />} name="Ada" /> : <Turn {...props} />;
 * <Chat components={{ Turn: WithAvatar }} />
 * ```
 * @example A card of your own
 * ```tsx
 * const Card = ({ author, timestamp, children }: TurnProps) => <div className={author}>{timestamp}{children}</div>;
 * ```
 * @selector `.agk-turn[data-role="user"]` Also `assistant` and `system`.
 * @selector `.agk-turn[data-avatar]` With an avatar.
 * @selector `.agk-turn-header` The name and the time.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Turn(props: TurnProps): ReactNode {
  const { author, isContinued = false, avatar, name, timestamp, footer, children } = props;
  const hasHeader = !isContinued && Boolean(name || timestamp);
  return (
    <div
      className={useClassName("Turn", "agk-turn")}
      data-role={author}
      data-avatar={avatar ? true : undefined}
    >
      {avatar && !isContinued && <div className="agk-turn-avatar">{avatar}</div>}
      {hasHeader && (
        <div className="agk-turn-header">
          {name && <span className="agk-author">{name}</span>}
          {timestamp}
        </div>
      )}
      {children}
      {footer && <div className="agk-turn-footer">{footer}</div>}
    </div>
  );
}
