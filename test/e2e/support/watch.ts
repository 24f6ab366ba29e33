import type { Locator, Page } from "playwright";
import type { RunAgentInput } from "../../../src/core.ts";

/**
 * Records for each text the number of the mutation that first rendered it, so that no intermediate
 * state is missed.
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

/** Records the distinct numbers of elements that match a selector, in order of occurrence. */
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

/** Records the requests to one of the demo's agents from now on. */
export function watchAgent(page: Page, agentId: string): readonly RunAgentInput[] {
  const inputs: RunAgentInput[] = [];
  page.on("request", (request) => {
    const isRun = request.method() === "POST";
    if (isRun && new URL(request.url()).pathname === `/agent/${agentId}`) {
      inputs.push(request.postDataJSON());
    }
  });
  return inputs;
}
