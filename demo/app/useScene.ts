import { useSyncExternalStore } from "react";
import type { Scene } from "../scenes.ts";
import { scenes } from "./agents.ts";

/** Returns the scene that the URL's hash names, or the first scene. */
export function useScene(): Scene {
  const id = useSyncExternalStore(
    (onChange) => {
      window.addEventListener("hashchange", onChange);
      return () => window.removeEventListener("hashchange", onChange);
    },
    () => window.location.hash.slice(1),
  );
  return scenes.find((scene) => scene.id === id) ?? scenes[0];
}
