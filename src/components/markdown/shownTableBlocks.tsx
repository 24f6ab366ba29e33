import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { flushSync } from "react-dom";

/** Number of blocks of a divided table that are shown at first: the first one, and one that continues it. */
const MAX_BLOCKS = 2;

interface ShownTableBlocks {
  /** Number of blocks that each table of the text shows. */
  count: number;
  showBlocks: (count: number) => void;
}

const ShownTableBlocksContext = createContext<ShownTableBlocks>({
  count: MAX_BLOCKS,
  showBlocks: () => {},
});

/** @internal Bounds how much of long tables is shown, for all tables of a text. */
export function ShownTableBlocksProvider({ children }: { children: ReactNode }): ReactNode {
  const [count, showBlocks] = useState(MAX_BLOCKS);
  const value = useMemo(() => ({ count, showBlocks }), [count]);
  return (
    <ShownTableBlocksContext.Provider value={value}>{children}</ShownTableBlocksContext.Provider>
  );
}

/** @internal State of a block of a divided table. */
interface TableBlock {
  /** `next` for the first block that is not shown, which has a button that shows it. */
  visibility: "shown" | "next" | "hidden";
  /** Shows the block before it returns. */
  show: () => void;
  /** Calls a function while all blocks of the tables are shown. */
  readWhole: <T>(read: () => T) => T;
}

/** @internal Returns the state of a block of a table. @param blocksBefore - Number of blocks of the table before it. */
export function useTableBlock(blocksBefore: number): TableBlock {
  const { count, showBlocks } = useContext(ShownTableBlocksContext);
  return {
    visibility: blocksBefore < count ? "shown" : blocksBefore === count ? "next" : "hidden",
    show: () => flushSync(() => showBlocks(blocksBefore + 1)),
    readWhole(read) {
      flushSync(() => showBlocks(Number.POSITIVE_INFINITY));
      try {
        return read();
      } finally {
        flushSync(() => showBlocks(count));
      }
    },
  };
}
