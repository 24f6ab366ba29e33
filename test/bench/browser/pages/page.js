// Code that every page of the benchmark shares. No page awaits at its top level, as in most
// applications: top-level await makes a bundler preserve the order of all modules and emit more
// chunks.

/** Query parameters of the page. */
export const query = new URLSearchParams(location.search);

export const root = document.getElementById("root");

/** Returns the messages that the conversation has before it is opened. */
export async function loadEarlier() {
  const count = query.get("earlier");
  return count ? (await fetch(`/earlier/${count}`)).json() : [];
}

/** Returns the text of a stored conversation. */
export async function loadStored() {
  return (await fetch(`/earlier/${query.get("stored")}`)).text();
}

/**
 * Reports to the benchmark that the page can be used.
 *
 * @param {{ send: (text: string) => void; open?: () => void | Promise<void> }} bench
 */
export function ready(bench) {
  window.bench = bench;
}
