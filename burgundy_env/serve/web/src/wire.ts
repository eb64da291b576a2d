// The line to the server: opened again when it breaks, as servers are restarted and laptops sleep.

import type { Message } from "./types";

const PATIENCE = [300, 1000, 2000, 4000, 8000];

export class Wire {
  private socket: WebSocket | null = null;
  private tries = 0;
  private over = false;

  constructor(
    private readonly line: string,
    private readonly hello: () => object,
    private readonly hear: (message: Message) => void,
    private readonly broken: (words: string) => void,
  ) {
    this.open();
  }

  say(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private open(): void {
    const socket = new WebSocket(`ws://${location.host}/live/${this.line}`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.broken("");
      socket.send(JSON.stringify({ do: "sit", ...this.hello() }));
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(String(event.data)) as Message;
      if (message.is === "bye") this.over = true;
      this.hear(message);
    });
    socket.addEventListener("close", () => {
      if (this.over) return;
      this.broken("The server can't be reached. The game is kept; this page goes on by itself as soon as it is back.");
      window.setTimeout(() => this.open(), PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
    });
  }
}
