import { type RefObject, useEffect } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { type Drag, dropTargets, handleDrag } from "./fileDrag.ts";

interface BroughtFilesOptions {
  /** Whether anything is taken. */
  readonly isTaken: boolean;
  /** What is written over the place while files are held over it. */
  readonly hint: string;
  /** Files are held over the place. */
  readonly onHover: () => void;
  /** @param folders - Those of the files that are none. */
  readonly onFiles: (files: readonly File[], folders: ReadonlySet<File>) => void;
}

const DRAGS = ["dragenter", "dragover", "dragleave", "drop"] as const;

/**
 * Takes files that are pasted into the form around an element, or dropped there or anywhere in the chat
 * around that.
 */
export function useFileDrop(inside: RefObject<Element | null>, options: BroughtFilesOptions): void {
  const latest = useLatest(options);
  const { isTaken } = options;
  useEffect(() => {
    const chat = inside.current?.closest<HTMLElement>(".agk-chat");
    const form = inside.current?.closest("form") ?? inside.current?.parentElement;
    const place = chat ?? form;
    if (!isTaken || !form || !place) return;
    // With the title of a popup or sidebar, and the button that closes it.
    const outer = chat?.closest(".agk-popup,.agk-sidebar") ?? place;

    const handleHover = (isOver: boolean) => {
      const { hint, onHover } = latest.current;
      if (isOver && place.dataset.drop === undefined) onHover();
      if (isOver) place.dataset.drop = hint;
      else delete place.dataset.drop;
    };
    const take = ({ type, dataTransfer, relatedTarget }: Drag) => {
      if (!dataTransfer) return;
      dataTransfer.dropEffect = "copy";
      // From one element of the place to another, it is still over the place.
      const isInside = relatedTarget instanceof Node && outer.contains(relatedTarget);
      if (type !== "dragleave") handleHover(type !== "drop");
      else if (!isInside) handleHover(false);
      if (type === "drop") handOn(dataTransfer, latest.current);
    };
    const handlePaste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      if (event.defaultPrevented || !clipboardData || isText(clipboardData)) return;
      event.preventDefault();
      handOn(clipboardData, latest.current);
    };

    // A form of the application's has no handlers of ours.
    const isForeign = !form.matches(".agk-composer");
    dropTargets.set(form, take);
    dropTargets.set(place, take);
    dropTargets.set(outer, take);
    form.addEventListener("paste", handlePaste);
    if (isForeign) for (const type of DRAGS) form.addEventListener(type, handleDrag);
    return () => {
      handleHover(false);
      dropTargets.delete(form);
      for (const one of [place, outer]) if (dropTargets.get(one) === take) dropTargets.delete(one);
      form.removeEventListener("paste", handlePaste);
      for (const type of DRAGS) form.removeEventListener(type, handleDrag);
    };
  }, [inside, isTaken, latest]);
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
function handOn({ files, items }: DataTransfer, { onFiles }: BroughtFilesOptions): void {
  const entries = [...items].filter(({ kind }) => kind === "file");
  const isFolder = (place: number) => entries[place]?.webkitGetAsEntry()?.isDirectory ?? false;
  const all = [...files];
  onFiles(all, new Set(all.filter((_file, place) => isFolder(place))));
}
