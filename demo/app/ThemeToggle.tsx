import type { ReactNode } from "react";
import { setTheme, useTheme } from "./theme.ts";
import { useMediaQuery } from "./useMediaQuery.ts";

/** Switches between light and dark; until its first use, the page follows the system. */
export function ThemeToggle(): ReactNode {
  const isSystemDark = useMediaQuery("(prefers-color-scheme: dark)");
  const theme = useTheme();
  const isDark = theme === "system" ? isSystemDark : theme === "dark";
  const handleClick = () => setTheme(isDark ? "light" : "dark");

  const label = isDark ? "Switch to light" : "Switch to dark";
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={handleClick}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={isDark ? SUN : MOON} />
      </svg>
    </button>
  );
}

const MOON = "M16.500 12.200A7 7 0 0 1 7.800 3.500a7 7 0 1 0 8.700 8.700z";
const SUN =
  "M10 6.500a3.500 3.500 0 1 1 0 7a3.500 3.500 0 1 1 0-7M10 1.500v1.700M10 16.800v1.700M1.500 10h1.700M16.800 10h1.700M4 4l1.200 1.200M14.800 14.800 16 16M16 4l-1.200 1.200M5.200 14.800 4 16";
