import { type ReactNode, useRef } from "react";
import { useToolCall } from "../../hooks/tools/useToolCall.ts";
import { humanize } from "../../selectors/humanize.ts";
import { VersionPicker } from "../message/VersionPicker.tsx";
import { useClassName } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { ToolCallContent, useToolCallRenderer } from "./ToolCallContent.tsx";
import { useMountedSlot, useSlotVersions } from "./toolSlots.ts";

/** Props of `ToolSlot`. */
export interface ToolSlotProps {
  /** Name of the tool. */
  readonly name: string;
  /** Name of the slot for assistive technology. @defaultValue the name of the tool as words */
  readonly label?: string;
  /** Content while the tool has not been called. @defaultValue nothing */
  readonly empty?: ReactNode;
  /** Class added after `agk-tool-slot`. */
  readonly className?: string;
}

/**
 * Shows the latest call of a tool anywhere on the page: a document, a chart or a map beside the chat. Each call of the tool
 * is a version, and buttons walk through them.
 *
 * The call is rendered by the tool's own renderer, such as the component of `useComponentTool`. While a slot is mounted, the
 * chat shows the calls of the tool as cards with a button that shows that version in the slot. A new call is shown at once.
 * Renders a `<section>`.
 *
 * @example A document beside the chat
 * ```tsx
 * <AgentProvider agent={agent}>
 *   <DocumentTool />
 *   <ToolSlot name="write_document" empty="Ask for a document." />
 *   <Chat />
 * </AgentProvider>
 * ```
 * @throws AgentKitError `missing-provider` outside `AgentProvider` and `ThreadProvider`.
 * @selector `.agk-tool-slot`
 * @see https://docs.ag-ui.com/concepts/generative-ui
 */
export function ToolSlot({ name, label, empty, className }: ToolSlotProps): ReactNode {
  const classes = useClassName("ToolSlot", "agk-tool-slot", className);
  const slot = useRef<HTMLElement>(null);
  useMountedSlot(name, slot);
  const { ids, index, choose } = useSlotVersions(name);
  const id = ids[index];
  return (
    <section
      className={classes}
      // The button in the chat moves the focus here.
      tabIndex={-1}
      aria-label={label ?? (humanize(name) || name)}
      ref={slot}
    >
      {id === undefined ? empty : <SlottedCall key={id} id={id} />}
      {ids.length > 1 && (
        <VersionPicker
          index={index}
          count={ids.length}
          className="agk-branch-picker"
          onWalk={(side) => choose(ids[side === "next" ? index + 1 : index - 1])}
        />
      )}
    </section>
  );
}

function SlottedCall({ id }: { readonly id: string }): ReactNode {
  const call = useToolCall(id);
  const renderer = useToolCallRenderer(call);
  return call && <ToolCallContent call={call} renderer={renderer} />;
}

interface ShowInSlotButtonProps {
  /** Name of the tool. */
  readonly name: string;
  /** Id of the call. */
  readonly id: string;
}

/** @internal Renders a button that shows a call in the slot of its tool. */
export function ShowInSlotButton({ name, id }: ShowInSlotButtonProps): ReactNode {
  const { toolCall, branches } = useStrings();
  const { ids, index, choose, focusSlot } = useSlotVersions(name);
  const position = ids.indexOf(id);
  return (
    <button
      type="button"
      className="agk-link agk-show-in-slot"
      aria-current={position === index || undefined}
      aria-label={
        ids.length > 1
          ? `${toolCall.show}: ${branches.version(position + 1, ids.length)}`
          : undefined
      }
      onClick={() => {
        choose(id);
        focusSlot();
      }}
    >
      {toolCall.show}
    </button>
  );
}
