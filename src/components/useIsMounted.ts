import { useEffect, useState } from "react";

/** @internal Whether it is a page, and no server, nor the first render that has to look like the server's. */
export function useIsMounted(): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted;
}
