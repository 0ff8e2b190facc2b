import type { ToServer } from "../wire";

/** For tests: a connection whose other end is played by hand. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: ToServer[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(): void {
    this.readyState = 3;
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
