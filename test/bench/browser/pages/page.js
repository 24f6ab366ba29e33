// What every page of the benchmark shares. No page waits at its top level, as few applications do: a bundler that
// finds that takes care of the order of all modules, and leaves more of them in files of their own.

/** What the address of the page asks for. */
export const asked = new URLSearchParams(location.search);

export const root = document.getElementById("root");

/** The messages that the conversation has before it is opened. */
export async function loadEarlier() {
  const count = asked.get("earlier");
  return count ? (await fetch(`/earlier/${count}`)).json() : [];
}

/** The text of a stored conversation. */
export async function loadStored() {
  return (await fetch(`/earlier/${asked.get("stored")}`)).text();
}

/**
 * Tells the benchmark that the page can be used.
 *
 * @param {{ send: (text: string) => void; open?: () => void | Promise<void> }} bench
 */
export function ready(bench) {
  window.bench = bench;
}
