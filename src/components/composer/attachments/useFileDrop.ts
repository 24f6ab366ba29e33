import { type RefObject, useEffect } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { dropTargets, type FileDrag, handleDrag } from "./fileDrag.ts";

interface FileDropOptions {
  /** True when files are accepted at all. */
  readonly isEnabled: boolean;
  /** Text shown over the target while files are dragged over it. */
  readonly hint: string;
  /** Called when files are dragged onto the target. */
  readonly onHover: () => void;
  /** Called with pasted or dropped files. @param folders - Entries that are folders. */
  readonly onFiles: (files: readonly File[], folders: ReadonlySet<File>) => void;
}

const DRAG_EVENTS = ["dragenter", "dragover", "dragleave", "drop"] as const;

/**
 * Accepts files that are pasted into the form around an element, or dropped on the form or the surrounding
 * chat.
 */
export function useFileDrop(anchor: RefObject<Element | null>, options: FileDropOptions): void {
  const latest = useLatest(options);
  const { isEnabled } = options;
  useEffect(() => {
    const chat = anchor.current?.closest<HTMLElement>(".agk-chat");
    const form = anchor.current?.closest("form") ?? anchor.current?.parentElement;
    const target = chat ?? form;
    if (!isEnabled || !form || !target) return;
    // Includes the title and close button of a popup or sidebar.
    const surface = chat?.closest(".agk-popup,.agk-sidebar") ?? target;

    const handleHover = (isOver: boolean) => {
      const { hint, onHover } = latest.current;
      if (isOver && target.dataset.drop === undefined) onHover();
      if (isOver) target.dataset.drop = hint;
      else delete target.dataset.drop;
    };
    const handleFileDrag = ({ type, dataTransfer, relatedTarget }: FileDrag) => {
      if (!dataTransfer) return;
      dataTransfer.dropEffect = "copy";
      // The pointer moved between elements inside the surface.
      const isInside = relatedTarget instanceof Node && surface.contains(relatedTarget);
      if (type !== "dragleave") handleHover(type !== "drop");
      else if (!isInside) handleHover(false);
      if (type === "drop") passFiles(dataTransfer, latest.current);
    };
    const handlePaste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      if (event.defaultPrevented || !clipboardData || containsText(clipboardData)) return;
      event.preventDefault();
      passFiles(clipboardData, latest.current);
    };

    // A custom form has no React drag handlers.
    const isApplicationForm = !form.matches(".agk-composer");
    dropTargets.set(form, handleFileDrag);
    dropTargets.set(target, handleFileDrag);
    dropTargets.set(surface, handleFileDrag);
    form.addEventListener("paste", handlePaste);
    if (isApplicationForm) for (const type of DRAG_EVENTS) form.addEventListener(type, handleDrag);
    return () => {
      handleHover(false);
      dropTargets.delete(form);
      for (const element of [target, surface])
        if (dropTargets.get(element) === handleFileDrag) dropTargets.delete(element);
      form.removeEventListener("paste", handlePaste);
      for (const type of DRAG_EVENTS) form.removeEventListener(type, handleDrag);
    };
  }, [anchor, isEnabled, latest]);
}

/**
 * True when a paste should insert text. Spreadsheets and word processors add an image of the text; file
 * managers add file names as text.
 */
function containsText(data: DataTransfer): boolean {
  const files = [...data.files];
  const lines = data.getData("text/plain").split(/\r?\n/);
  const isName = (line: string) => line === "" || files.some(({ name }) => line.endsWith(name));
  return files.length === 0 || !lines.every(isName);
}

/** Passes the files on while the event is dispatched, because browsers empty the data afterwards. */
function passFiles({ files, items }: DataTransfer, { onFiles }: FileDropOptions): void {
  const entries = [...items].filter(({ kind }) => kind === "file");
  const isFolder = (target: number) => entries[target]?.webkitGetAsEntry()?.isDirectory ?? false;
  const all = [...files];
  onFiles(all, new Set(all.filter((_file, target) => isFolder(target))));
}
