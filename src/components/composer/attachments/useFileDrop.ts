import { type RefObject, useEffect } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { dropTargets, type FileDrag, handleDrag } from "./fileDrag.ts";

interface FileDropOptions {
  /** Whether anything is taken. */
  readonly isEnabled: boolean;
  /** What is written over the place while files are held over it. */
  readonly hint: string;
  /** Files are held over the place. */
  readonly onHover: () => void;
  /** @param folders - Those of the files that are none. */
  readonly onFiles: (files: readonly File[], folders: ReadonlySet<File>) => void;
}

const DRAG_EVENTS = ["dragenter", "dragover", "dragleave", "drop"] as const;

/**
 * Takes files that are pasted into the form around an element, or dropped there or anywhere in the chat
 * around that.
 */
export function useFileDrop(anchor: RefObject<Element | null>, options: FileDropOptions): void {
  const latest = useLatest(options);
  const { isEnabled } = options;
  useEffect(() => {
    const chat = anchor.current?.closest<HTMLElement>(".agk-chat");
    const form = anchor.current?.closest("form") ?? anchor.current?.parentElement;
    const target = chat ?? form;
    if (!isEnabled || !form || !target) return;
    // With the title of a popup or sidebar, and the button that closes it.
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
      // From one element of the place to another, it is still over the place.
      const isInside = relatedTarget instanceof Node && surface.contains(relatedTarget);
      if (type !== "dragleave") handleHover(type !== "drop");
      else if (!isInside) handleHover(false);
      if (type === "drop") passFiles(dataTransfer, latest.current);
    };
    const handlePaste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      if (event.defaultPrevented || !clipboardData || isText(clipboardData)) return;
      event.preventDefault();
      passFiles(clipboardData, latest.current);
    };

    // A form of the application's has no handlers of ours.
    const isApplicationForm = !form.matches(".agk-composer");
    dropTargets.set(form, handleFileDrag);
    dropTargets.set(target, handleFileDrag);
    dropTargets.set(surface, handleFileDrag);
    form.addEventListener("paste", handlePaste);
    if (isApplicationForm) for (const type of DRAG_EVENTS) form.addEventListener(type, handleDrag);
    return () => {
      handleHover(false);
      dropTargets.delete(form);
      for (const one of [target, surface])
        if (dropTargets.get(one) === handleFileDrag) dropTargets.delete(one);
      form.removeEventListener("paste", handlePaste);
      for (const type of DRAG_EVENTS) form.removeEventListener(type, handleDrag);
    };
  }, [anchor, isEnabled, latest]);
}

/**
 * Whether what is pasted is to be written. A spreadsheet and a word processor add a picture of the text;
 * a file manager adds the names of the files.
 */
function isText(data: DataTransfer): boolean {
  const files = [...data.files];
  const lines = data.getData("text/plain").split(/\r?\n/);
  const isName = (line: string) => line === "" || files.some(({ name }) => line.endsWith(name));
  return files.length === 0 || !lines.every(isName);
}

/** Hands on what was brought, while its event lasts: afterwards there is nothing in it. */
function passFiles({ files, items }: DataTransfer, { onFiles }: FileDropOptions): void {
  const entries = [...items].filter(({ kind }) => kind === "file");
  const isFolder = (target: number) => entries[target]?.webkitGetAsEntry()?.isDirectory ?? false;
  const all = [...files];
  onFiles(all, new Set(all.filter((_file, target) => isFolder(target))));
}
