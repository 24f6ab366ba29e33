import type { RefObject } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { selectIsRunning } from "../../selectors/selectIsRunning.ts";
import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";
import { lastUserMessage, openWhenMounted, useRegisterEditor } from "../message/editorRegistry.ts";
import { useSettings } from "../settings/settings.tsx";

/**
 * @internal Lets the composer edit the last user message when its row is not rendered, by rendering it first.
 *
 * @param rows - Rows that are not rendered.
 * @param renderRow - Renders the row at this index of `rows`.
 */
export function useRevealForEdit(
  edge: RefObject<Element | null>,
  rows: readonly TranscriptRow[],
  renderRow: (at: number) => void,
): void {
  const thread = useThread();
  const { messageActions } = useSettings();
  const lastUserMessageId = useSnapshot(lastUserMessage)?.id;
  const at = rows.findIndex((row) => rowId(row) === lastUserMessageId);
  const canEdit = messageActions !== false && (!messageActions || messageActions.includes("edit"));
  const id = lastUserMessageId !== undefined && at >= 0 && canEdit ? lastUserMessageId : "";
  const open = () => {
    if (selectIsRunning(thread.getSnapshot())) return false;
    openWhenMounted(thread, id, edge.current);
    renderRow(at);
    return true;
  };
  useRegisterEditor(id, edge, open);
}
