/** Words of what was said before the messages that are shown, and behind them. */
export interface EarlierStrings {
  readonly load: string;
  /** Of a long conversation that was left far up. */
  readonly loadLater: string;
  readonly loading: string;
  readonly failed: string;
  /** What a screen reader says. @param isAll - Whether the conversation begins with them. */
  readonly loaded: (count: number, isAll: boolean) => string;
}

/** In English. */
export const earlierStrings: EarlierStrings = {
  load: "Load earlier messages",
  loadLater: "Load later messages",
  loading: "Loading earlier messages…",
  failed: "Couldn’t load earlier messages.",
  loaded: (count, isAll) => {
    const loaded = count === 1 ? "1 earlier message loaded." : `${count} earlier messages loaded.`;
    return isAll ? `${loaded} This is the start of the conversation.` : loaded;
  },
};
