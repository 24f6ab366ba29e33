/** Colors that `npx shadcn init` writes into a new project. */
export const shadcnPage = `
  :root {
    --radius: 0.625rem;
    --background: oklch(1 0 0); --foreground: oklch(0.145 0 0);
    --primary: oklch(0.205 0 0); --primary-foreground: oklch(0.985 0 0);
    --muted: oklch(0.97 0 0); --muted-foreground: oklch(0.556 0 0);
    --destructive: oklch(0.577 0.245 27.325); --border: oklch(0.922 0 0);
  }
  .dark {
    --background: oklch(0.145 0 0); --foreground: oklch(0.985 0 0);
    --primary: oklch(0.922 0 0); --primary-foreground: oklch(0.205 0 0);
    --muted: oklch(0.269 0 0); --muted-foreground: oklch(0.708 0 0);
    --destructive: oklch(0.704 0.191 22.216); --border: oklch(1 0 0 / 10%);
  }`;
