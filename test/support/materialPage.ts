/** Colors as the Material Theme Builder writes them, for a green source color. */
export const materialPage = `
  :root, .light {
    --md-sys-color-primary: #4c662b; --md-sys-color-on-primary: #ffffff;
    --md-sys-color-surface: #f9faef; --md-sys-color-on-surface: #1a1c16;
    --md-sys-color-on-surface-variant: #44483d; --md-sys-color-surface-container: #eeefe3;
    --md-sys-color-outline: #75796c; --md-sys-color-outline-variant: #c5c8ba;
    --md-sys-color-error: #ba1a1a;
  }
  .dark {
    --md-sys-color-primary: #b1d18a; --md-sys-color-on-primary: #1f3701;
    --md-sys-color-surface: #12140e; --md-sys-color-on-surface: #e2e3d8;
    --md-sys-color-on-surface-variant: #c5c8ba; --md-sys-color-surface-container: #1e201a;
    --md-sys-color-outline: #8f9285; --md-sys-color-outline-variant: #44483d;
    --md-sys-color-error: #ffb4ab;
  }`;
