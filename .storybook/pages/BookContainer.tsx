import "./pages.css";
import "./componentPage.css";
import "./guidePages.css";
import { DocsContainer, type DocsContainerProps } from "@storybook/addon-docs/blocks";
import { type PropsWithChildren, type ReactNode, useLayoutEffect } from "react";
import { themeOfBook } from "../bookTheme.ts";
import { useToolbarGlobals } from "./globals.ts";

/** Renders a documentation page in the theme of the toolbar. */
export function BookContainer(props: PropsWithChildren<DocsContainerProps>): ReactNode {
  const { theme = "light" } = useToolbarGlobals();
  const scheme = theme === "dark" ? "dark" : "light";
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.dataset.theme = scheme;
    page.style.colorScheme = "var(--agk-scheme)";
    page.dir = "ltr";
  }, [scheme]);
  return <DocsContainer {...props} theme={themeOfBook(scheme)} />;
}
