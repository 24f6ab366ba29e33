import { useSyncExternalStore } from "react";
import type { Example } from "../examples/example.ts";
import { examples } from "./agents.ts";

/** Returns the example that the URL's hash names, or the first example. */
export function useExample(): Example {
  const id = useSyncExternalStore(
    (onChange) => {
      window.addEventListener("hashchange", onChange);
      return () => window.removeEventListener("hashchange", onChange);
    },
    () => window.location.hash.slice(1),
  );
  return examples.find((example) => example.id === id) ?? examples[0];
}
