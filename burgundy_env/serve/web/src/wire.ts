// The line to the server: opened again when it breaks, as servers are restarted and laptops sleep.

const PATIENCE = [300, 1000, 2000, 4000, 8000];

export class Wire<Told extends { is: string }> {
  private socket: WebSocket | null = null;
  private tries = 0;
  private over = false;

  constructor(
    private readonly path: string,
    private readonly hello: () => object,
    private readonly hear: (message: Told) => void,
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
    const socket = new WebSocket(`ws://${location.host}/${this.path}`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.broken("");
      socket.send(JSON.stringify({ do: "sit", ...this.hello() }));
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(String(event.data)) as Told;
      if (message.is === "bye") this.over = true;
      this.hear(message);
    });
    socket.addEventListener("close", () => {
      if (this.over) return;
      this.broken("The server can't be reached. Everything is kept; this page goes on by itself as soon as it is back.");
      window.setTimeout(() => this.open(), PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
    });
  }
}
