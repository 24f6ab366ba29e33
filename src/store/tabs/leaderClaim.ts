import { ANSWER_MS, type TabQuery } from "./tabQuery.ts";

/** How the other pages are asked. */
export interface ClaimOptions {
  /** @defaultValue {@link ANSWER_MS} */
  readonly withinMs?: number;
  /** Whether pages are waited for that have not said anything yet. */
  readonly includesUnknownTabs?: boolean;
}

/** The claims of a page to run the agent. */
export interface LeaderClaim {
  /**
   * Asks whether no other page runs the agent, or is to; what was missed of it is there then.
   *
   * @returns What gives the claim up, which stands until then; `undefined` when another page goes first.
   */
  claim(options?: ClaimOptions): Promise<(() => void) | undefined>;
  /** Whether a page that wants to run the agent must not. */
  objects(toPage: string): boolean;
  /** What was claimed is had: whoever runs the agent needs no claim any more. */
  clear(): void;
}

/** Of two pages that ask in the same moment, the one with the smaller name goes on. */
export function createClaims(page: string, asking: TabQuery): LeaderClaim {
  const claims = new Set<{ isWon: boolean; isLost: boolean }>();
  return {
    async claim({ withinMs = ANSWER_MS, includesUnknownTabs = false } = {}) {
      const own = { isWon: false, isLost: false };
      claims.add(own);
      const { isRun } = await asking.query({ isClaim: true, includesUnknownTabs, withinMs });
      own.isWon = !isRun && !own.isLost;
      const giveUp = () => void claims.delete(own);
      if (own.isWon) return giveUp;
      giveUp();
      return undefined;
    },
    objects(toPage) {
      const all = [...claims];
      // What is done before the run begins may take its time.
      if (all.some(({ isWon }) => isWon)) return true;
      if (all.length > 0 && page < toPage) return true;
      for (const own of all) own.isLost = true;
      return false;
    },
    clear: () => claims.clear(),
  };
}
