/** Files as they were dropped, or pasted. */
export interface Brought {
  readonly files: readonly File[];
  /** Those of the files that are none. */
  readonly folders: ReadonlySet<File>;
}

/** Returns what is brought, while its event lasts: afterwards there is nothing in it. */
export function broughtBy({ files, items }: DataTransfer): Brought {
  const entries = [...items].filter(({ kind }) => kind === "file");
  const isFolder = (place: number) => entries[place]?.webkitGetAsEntry()?.isDirectory ?? false;
  const all = [...files];
  return { files: all, folders: new Set(all.filter((_file, place) => isFolder(place))) };
}
