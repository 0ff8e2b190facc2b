const SHELF = "gearlock.calls";

/** Calls one back when it is one's turn and the page is not looked at: by a notice of the browser, if one allows it. */
class TurnCalls {
  wanted = $state(kept());

  get possible(): boolean {
    return "Notification" in globalThis;
  }

  async toggle(): Promise<void> {
    this.wanted = !this.wanted && (await Notification.requestPermission()) === "granted";
    try {
      localStorage.setItem(SHELF, this.wanted ? "on" : "off");
    } catch {
      // Nothing is kept here; the choice holds for this visit.
    }
  }

  /** It is one's turn. */
  call(title: string, question: string): void {
    if (!this.wanted || !this.possible || !document.hidden || Notification.permission !== "granted") return;
    new Notification(title, { body: question, tag: "gearlock-turn" });
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(SHELF) === "on";
  } catch {
    return false;
  }
}

export const turnCalls = new TurnCalls();
