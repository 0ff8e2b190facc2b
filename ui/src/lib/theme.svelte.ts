/** How the pages look: as the machine likes it, or light, dark, or with high contrast. */
export const THEMES = ["auto", "light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

const SHELF = "gearlock.theme";

class Look {
  theme: Theme = $state(kept());

  constructor() {
    this.choose(this.theme);
  }

  choose(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(SHELF, theme);
    } catch {
      // Nothing is kept here; the choice holds for this visit.
    }
  }
}

function kept(): Theme {
  try {
    const found = localStorage.getItem(SHELF);
    return THEMES.find((theme) => theme === found) ?? "auto";
  } catch {
    return "auto";
  }
}

export const look = new Look();
