import { useEffect, useLayoutEffect } from "react";

/** @internal A layout effect; on a server, where it would only be complained about, none at all. */
export const useIsomorphicLayoutEffect =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
