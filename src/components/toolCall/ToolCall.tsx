import { memo, type ReactNode, useEffect } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { isCutOff } from "../../hooks/tools/useToolAnswer.ts";
import { interruptsWithin } from "../../selectors/interruptPlacement.ts";
import { isActive } from "../../selectors/subagentStatus.ts";
import { useClass, useSettings } from "../settings/settings.tsx";
import type { ToolCallProps } from "../settings/transcriptProps.ts";
import { LoadFailed } from "../status/LoadFailed.tsx";
import type { FirstStrings } from "../strings/firstStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";

/** Nothing of it is seen before a card is opened. */
const Details = lazyPart<ToolCallProps>(
  () => import("./ToolCallDetails.tsx").then((file) => file.ToolCallDetails),
  { Failed: LoadFailed },
);

type ShownStatus = ToolCallProps["status"] | "unfinished" | "answered";

const icons: Readonly<Record<ShownStatus, IconName>> = {
  streaming: "arc",
  pending: "arc",
  running: "arc",
  waiting: "pause",
  complete: "check",
  failed: "alert",
  denied: "cross",
  unfinished: "dash",
  answered: "pause",
};

function statusOf(call: ToolCallProps): ShownStatus {
  const { status, result, interrupts } = call;
  if (status === "failed" && (!result || isCutOff(call))) return "unfinished";
  // What was said about it goes out with the answers to the others.
  return status === "pending" && interrupts.length > 0 ? "answered" : status;
}

/** The words of the card that the person answered, where there is one. */
function wordFor(
  { interrupts }: ToolCallProps,
  status: ShownStatus,
  { toolCall, answers }: FirstStrings,
): string {
  if (status === "answered") return answers.waiting;
  if (status !== "denied" || interrupts.length === 0) return toolCall[status];
  const isCancelled = interrupts.at(-1)?.answer?.status === "cancelled";
  return isCancelled ? answers.cancelled : answers.denied;
}

/**
 * Shows one tool call: a slim row with its name and how far it is, which opens into a card with its
 * arguments as they arrive, what it wrote while it ran, and its result. It says how long that took,
 * unless a person was asked: their time is not the tool's.
 *
 * Renders a `<details>`.
 *
 * @example A card for one tool, the default for the others
 * ```tsx
 * function Call(call: ToolCallProps) {
 *   return call.toolCall.function.name === "weather" ? <Weather {...call} /> : <ToolCall {...call} />;
 * }
 * <Chat components={{ ToolCall: Call }} />
 * ```
 * @selector `.agk-tool-call[data-status="running"]` Also `streaming`, `pending`, `waiting`,
 * `complete`, `failed`, `denied`, `answered` while the answer about it waits for others, and
 * `unfinished` when nothing came of it.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export const ToolCall = memo(function ToolCall(call: ToolCallProps): ReactNode {
  const { strings } = useSettings();
  const { toolCall } = call;
  const status = statusOf(call);
  const { subagents } = call;
  useEffect(Details.preload, []);
  const state = (
    <>
      <Icon name={icons[status]} />
      <span className="agk-tool-name">{toolCall.function.name}</span>
      <span className="agk-status">{wordFor(call, status, strings)}</span>
      <Duration {...call} />
    </>
  );
  return (
    <Disclosure
      className={useClass("ToolCall", "agk-tool-call")}
      status={status}
      // Also while it is folded with others.
      persistKey={`call ${toolCall.id}`}
      // What was cut off can be run again, what waits declined; the buttons for that are inside.
      isOpen={isCutOff(call) || call.info.status === "waiting"}
      summary={
        subagents ? (
          <UnlessAtWork ids={subagents} name={toolCall.function.name}>
            {state}
          </UnlessAtWork>
        ) : (
          state
        )
      }
    >
      {() => <Details {...call} />}
    </Disclosure>
  );
});

interface UnlessAtWorkProps {
  readonly ids: readonly string[];
  readonly name: string;
  readonly children: ReactNode;
}

/** While a sub-agent does the work of a call, its card says how far that is, and the call does not. */
function UnlessAtWork({ ids, name, children }: UnlessAtWorkProps): ReactNode {
  const isOthers = useSnapshot((snapshot) =>
    ids.some((id) => isActive(snapshot, id, interruptsWithin(snapshot, id))),
  );
  if (!isOthers) return children;
  return (
    <>
      {/* Where its sign will be again. */}
      <span className="agk-icon" data-icon="none" />
      <span className="agk-tool-name">{name}</span>
    </>
  );
}

/** How long a call took; nothing where a person was asked about it, or to answer it. */
function Duration({ info, status, interrupts }: ToolCallProps): ReactNode {
  const { strings } = useSettings();
  const { startedAt, inputRequestedAt, endedAt } = info;
  const isAnswered = status === "complete" || status === "failed";
  if (!isAnswered || startedAt === undefined || endedAt === undefined) return null;
  if (inputRequestedAt !== undefined || interrupts.length > 0) return null;
  const tenths = Math.round((endedAt - startedAt) / 100);
  if (tenths < 1) return null;
  return (
    <span className="agk-duration" dir="auto">
      {strings.seconds(tenths / 10)}
    </span>
  );
}
