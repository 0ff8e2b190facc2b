import type { ClockInfo } from "../wire";

/** Milliseconds a clock shows, by the server's time; below nothing when the time is over. */
export function clockLeft(clock: ClockInfo, serverNow: number): number {
  return clock.ends ? clock.ends - serverNow : clock.left;
}

/** What a clock shows: 12:05, 0:09, −1:30, and hours where there are any. */
export function clockWords(milliseconds: number): string {
  const over = milliseconds < 0;
  const all = over ? Math.floor(-milliseconds / 1000) : Math.ceil(milliseconds / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  const words = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  return over ? `−${words}` : words;
}

/** What time the server has, told again every half second while somebody looks. */
export class ServerTime {
  now = $state(0);
  #ahead = 0;

  /** The server's time as it was just told. */
  set(at: number): void {
    this.#ahead = at - Date.now();
    this.now = at;
  }

  /** Go on counting until the given function is called. */
  run(): () => void {
    const tick = () => (this.now = Date.now() + this.#ahead);
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }
}
