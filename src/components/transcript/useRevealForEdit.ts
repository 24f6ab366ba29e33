import type { RefObject } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { selectIsRunning } from "../../selectors/selectIsRunning.ts";
import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";
import { lastOfPerson, openWhenMounted, useEditOpener } from "../message/editorRegistry.ts";
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
  const last = useSnapshot(lastOfPerson)?.id;
  const at = rows.findIndex((row) => rowId(row) === last);
  const isOffered =
    messageActions !== false && (!messageActions || messageActions.includes("edit"));
  const id = last !== undefined && at >= 0 && isOffered ? last : "";
  const open = () => {
    if (selectIsRunning(thread.getSnapshot())) return false;
    openWhenMounted(thread, id, place.current);
    draw(at);
    return true;
  };
  useEditOpener(id, place, open);
}
