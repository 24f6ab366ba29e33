import type { Preview } from "@storybook/react-vite";

/** Toolbars that change the page around the stories. The values are in `globals`. */
export const globalTypes: NonNullable<Preview["globalTypes"]> = {
  theme: {
    description: "Theme",
    toolbar: {
      icon: "mirror",
      dynamicTitle: true,
      items: [
        { value: "light", title: "Light", icon: "sun" },
        { value: "dark", title: "Dark", icon: "moon" },
      ],
    },
  },
  density: {
    description: "Density",
    toolbar: {
      icon: "component",
      dynamicTitle: true,
      items: [
        { value: "automatic", title: "Density by width" },
        { value: "comfortable", title: "Comfortable" },
        { value: "compact", title: "Compact" },
      ],
    },
  },
  direction: {
    description: "Writing direction",
    toolbar: {
      icon: "transfer",
      dynamicTitle: true,
      items: [
        { value: "automatic", title: "Direction by language" },
        { value: "ltr", title: "Left to right" },
        { value: "rtl", title: "Right to left" },
      ],
    },
  },
  language: {
    description: "Language of the interface",
    toolbar: {
      icon: "globe",
      dynamicTitle: true,
      items: [
        { value: "en", title: "English", right: "en" },
        { value: "de", title: "Deutsch", right: "de" },
        { value: "ja", title: "日本語", right: "ja" },
        { value: "ar", title: "العربية", right: "ar" },
      ],
    },
  },
};

const viewport = (name: string, width: number, height: number, type: "mobile" | "tablet") => ({
  name,
  styles: { width: `${width}px`, height: `${height}px` },
  type,
});

/** Widths in the toolbar of Storybook. The first item of that toolbar is the whole width. */
export const viewports = {
  smallPhone: viewport("Small phone (320)", 320, 568, "mobile"),
  phone: viewport("Phone (390)", 390, 844, "mobile"),
  panel: viewport("Side panel (480)", 480, 800, "tablet"),
  tablet: viewport("Tablet (768)", 768, 1024, "tablet"),
};
