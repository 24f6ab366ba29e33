import { useEffect, useLayoutEffect } from "react";

/** @internal `useLayoutEffect` in browsers; `useEffect` on servers, where React 18 warns about layout effects. */
export const useIsomorphicLayoutEffect =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
