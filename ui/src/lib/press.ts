/** Pixels that a hand may slip between pressing and letting go. */
const A_SLIP = 6;

/** A press counts although something told meanwhile has moved the button away before it was let go. */
export function held(button: HTMLButtonElement, press: () => void) {
  const down = (pressed: PointerEvent) => {
    const end = (ended: PointerEvent) => {
      if (ended.pointerId !== pressed.pointerId) return;
      removeEventListener("pointerup", end, true);
      removeEventListener("pointercancel", end, true);
      const slip = Math.hypot(ended.clientX - pressed.clientX, ended.clientY - pressed.clientY);
      const still = ended.type === "pointerup" && slip <= A_SLIP && button.isConnected && !button.disabled;
      // Where the button is still under the pointer the browser makes a click of it.
      if (still && !button.contains(ended.target as Node)) press();
    };
    addEventListener("pointerup", end, true);
    addEventListener("pointercancel", end, true);
  };
  button.addEventListener("pointerdown", down);
  return { destroy: () => button.removeEventListener("pointerdown", down) };
}
