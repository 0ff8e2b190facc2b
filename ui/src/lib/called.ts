// What somebody wants to be called at tables, kept in the browser.
const SHELF = "gearlock.name";
export const LONGEST = 24;

export function calledName(): string {
  try {
    return (localStorage.getItem(SHELF) ?? "").slice(0, LONGEST);
  } catch {
    return "";
  }
}

export function callMe(name: string): void {
  try {
    localStorage.setItem(SHELF, name.trim().slice(0, LONGEST));
  } catch {
    // A browser that keeps nothing plays without a name.
  }
}
