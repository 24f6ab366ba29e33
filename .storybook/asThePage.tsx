import type { Decorator } from "@storybook/react-vite";
import { ChatSettings } from "../src/components/settings/settings.tsx";
import { arabicStrings } from "../src/components/strings/ar.ts";
import { germanStrings } from "../src/components/strings/de.ts";
import { japaneseStrings } from "../src/components/strings/ja.ts";
import type { Strings } from "../src/components/strings/strings.ts";

const languages: Readonly<Record<string, Strings>> = {
  de: germanStrings,
  ja: japaneseStrings,
  ar: arabicStrings,
};

/**
 * Applies the toolbars or the `globals` of a story to the page, as an application would: `{ globals: { theme:
 * "dark", direction: "rtl" } }`.
 */
export const asThePage: Decorator = (Story, { globals }) => {
  const { theme, density, direction, language } = globals;
  const page = document.documentElement;
  page.dataset.theme = theme;
  // shadcn/ui reads a class.
  page.classList.toggle("dark", theme === "dark");
  page.style.colorScheme = "var(--agk-scheme)";
  page.style.background = "var(--agk-surface)";
  page.lang = language;
  page.dir = direction === "automatic" ? (language === "ar" ? "rtl" : "ltr") : direction;
  if (density === "automatic") delete page.dataset.density;
  else page.dataset.density = density;
  // The components inherit the font of the page.
  page.style.fontFamily = "system-ui, sans-serif";
  const strings = languages[language];
  return strings ? (
    <ChatSettings strings={strings}>
      <Story />
    </ChatSettings>
  ) : (
    <Story />
  );
};
