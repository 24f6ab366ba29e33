/** Of what Node has under this name, or a bundler puts in its place. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** In development, says which dialect would read a stream that is not plain AG-UI. */
export function warnAboutDialect(
  maker: "httpAgent" | "webSocketAgent",
  place: string,
  frames: readonly unknown[],
): void {
  try {
    // Written out, because this is what bundlers replace.
    if (frames.length > 0 && process.env.NODE_ENV !== "production") {
      import("./dialectHint.ts")
        .then(({ listenForDialect }) => listenForDialect(maker, place, frames))
        // Advice that cannot be had is not missed.
        .catch(() => {});
    }
  } catch {
    // A page without a bundler has no process.
  }
}
