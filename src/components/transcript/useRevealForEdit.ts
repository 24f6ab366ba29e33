import type { RefObject } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { isRunning } from "../../hooks/thread/useAgentRun.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";
import { lastUserMessage, openWhenMounted, useRegisterEditor } from "../message/editorRegistry.ts";
import { useSettings } from "../settings/settings.tsx";

/**
 * @internal Lets the composer open the editor of the last message of the person where that is not drawn: it is then.
 *
 * @param rows - Those that are not drawn.
 * @param draw - Draws that one of them.
 */
export function useUndrawnEditor(
  place: RefObject<Element | null>,
  rows: readonly TranscriptRow[],
  draw: (at: number) => void,
): void {
  const thread = useThread();
  const { messageActions } = useSettings();
  const last = useSnapshot(lastUserMessage)?.id;
  const at = rows.findIndex((row) => rowId(row) === last);
  const isOffered =
    messageActions !== false && (!messageActions || messageActions.includes("edit"));
  const id = last !== undefined && at >= 0 && isOffered ? last : "";
  const open = () => {
    if (isRunning(thread.getSnapshot().run)) return false;
    openWhenMounted(thread, id, place.current);
    draw(at);
    return true;
  };
  useRegisterEditor(id, place, open);
}
