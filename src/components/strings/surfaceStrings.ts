/** Words of what a chat opens in: a popup, or a sidebar. */
export interface SurfaceStrings {
  readonly close: string;
  /**
   * Beside the name of what opens it, and of what leads to the end.
   *
   * @param count - Of answers and questions nobody has seen; 1 or more.
   */
  readonly unread: (count: number) => string;
}

/** In English. */
export const surfaceStrings: SurfaceStrings = {
  close: "Close chat",
  unread: (count) => (count === 1 ? "1 new message" : `${count} new messages`),
};
