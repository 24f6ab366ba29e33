import type { Locator } from "playwright";

/**
 * Notes from now on in which change of a place each text was first there: what comes in between two
 * looks at the page is not missed, however fast it goes.
 */
export async function watchFor(
  place: Locator,
  ...texts: readonly string[]
): Promise<() => Promise<readonly (number | undefined)[]>> {
  const seen = await place.evaluateHandle((root, texts) => {
    const firsts = new Map<string, number>();
    let change = 0;
    new MutationObserver(() => {
      change++;
      for (const text of texts) {
        if (!firsts.has(text) && root.textContent.includes(text)) firsts.set(text, change);
      }
    }).observe(root, { childList: true, subtree: true, characterData: true });
    return firsts;
  }, texts);
  return () => seen.evaluate((firsts, texts) => texts.map((text) => firsts.get(text)), texts);
}

/** Notes from now on how many elements a place has had that match, each number once and in order. */
export async function countAlong(
  place: Locator,
  selector: string,
): Promise<() => Promise<readonly number[]>> {
  const seen = await place.evaluateHandle((root, selector) => {
    const counts = [root.querySelectorAll(selector).length];
    new MutationObserver(() => {
      const count = root.querySelectorAll(selector).length;
      if (!counts.includes(count)) counts.push(count);
    }).observe(root, { childList: true, subtree: true, attributes: true });
    return counts;
  }, selector);
  return () => seen.jsonValue();
}
