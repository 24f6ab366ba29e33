// What every page of the benchmark shares.

/** What the address of the page asks for. */
export const asked = new URLSearchParams(location.search);

export const root = document.getElementById("root");

/** The messages that the conversation has before it is opened. */
export async function loadEarlier() {
  const count = asked.get("earlier");
  return count ? (await fetch(`/earlier/${count}`)).json() : [];
}

/**
 * Tells the benchmark that the page can be used.
 *
 * @param {{ send: (text: string) => void; open?: () => void | Promise<void> }} bench
 */
export function ready(bench) {
  window.bench = bench;
}
