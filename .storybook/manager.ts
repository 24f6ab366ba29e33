import { addons } from "storybook/manager-api";
import { themeOfBook } from "./bookTheme.ts";
import { toSentenceCase } from "./sentenceCase.ts";

const isDark = matchMedia("(prefers-color-scheme: dark)").matches;

addons.setConfig({
  theme: themeOfBook(isDark ? "dark" : "light"),
  sidebar: { renderLabel: ({ name }) => toSentenceCase(name) },
});
