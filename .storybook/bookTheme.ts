import { create, type ThemeVars } from "storybook/theming";

const font = "system-ui, -apple-system, 'Segoe UI', sans-serif";
const shared = {
  brandTitle: "AG-UI Kit",
  brandTarget: "_self",
  fontBase: font,
  fontCode: "ui-monospace, SFMono-Regular, Menlo, monospace",
  appBorderRadius: 10,
  inputBorderRadius: 8,
} as const;

/** Creates the theme of Storybook itself, in the colors of the kit. */
export function themeOfBook(scheme: "light" | "dark"): ThemeVars {
  if (scheme === "dark")
    return create({
      base: "dark",
      ...shared,
      colorPrimary: "#8ea2ff",
      colorSecondary: "#8ea2ff",
      appBg: "#121319",
      appContentBg: "#16171d",
      appPreviewBg: "#16171d",
      appBorderColor: "#2a2c36",
      textColor: "#ebecf0",
      textMutedColor: "#a3a7b5",
      barBg: "#16171d",
      barTextColor: "#a3a7b5",
      barSelectedColor: "#8ea2ff",
      barHoverColor: "#b6c3ff",
    });
  return create({
    base: "light",
    ...shared,
    colorPrimary: "#3f4fd1",
    colorSecondary: "#3f4fd1",
    appBg: "#f7f7fa",
    appContentBg: "#ffffff",
    appPreviewBg: "#fdfdfd",
    appBorderColor: "#e3e4ea",
    textColor: "#1f2128",
    textMutedColor: "#5c6070",
    barBg: "#ffffff",
    barTextColor: "#5c6070",
    barSelectedColor: "#3f4fd1",
    barHoverColor: "#3f4fd1",
  });
}
