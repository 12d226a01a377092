/** The desk as WebAssembly: requests go in byte by byte, and answers come out so. */
import { imports, lead, type Crew } from './crew';

interface Exports {
  put: (byte: number) => void;
  ask: () => number;
  take: () => number;
  /** Only the engines with threads have it. */
  _initialize?: () => void;
}

export interface Answer {
  status: number;
  body: string;
}

export class Desk {
  private readonly exports: Exports;
  private heard: (name: string, data: string) => void = () => {};
  private stopped: () => boolean = () => false;

  /** `now` gives milliseconds that never decrease. The engines with threads have a crew, and need one. */
  constructor(module: WebAssembly.Module, now: () => number, crew: Crew | null = null) {
    // Zero would be no time to stop at.
    const time = () => 1 + now();
    const page = {
      // Less than zero asks a search to stop.
      now: () => (this.stopped() ? -time() : time()),
      heard: () => this.hear(),
      threads: () => crew?.threads ?? 1
    };
    const more = crew ? imports(crew, time) : {};
    this.exports = new WebAssembly.Instance(module, { page, ...more }).exports as unknown as Exports;
    this.exports._initialize?.();
    if (crew) lead(crew);
  }

  /** Answers a request; what work says is told to `heard` while `stopped` is not true. */
  ask(operation: string, body: string, heard: (name: string, data: string) => void, stopped: () => boolean): Answer {
    this.heard = heard;
    this.stopped = stopped;
    for (const byte of new TextEncoder().encode(`${operation}\n${body}`)) this.exports.put(byte);
    const status = this.exports.ask();
    return { status, body: this.take() };
  }

  private hear(): void {
    const said = this.take();
    const end = said.indexOf('\n');
    this.heard(said.slice(0, end), said.slice(end + 1));
  }

  private take(): string {
    const bytes: number[] = [];
    for (let byte = this.exports.take(); byte >= 0; byte = this.exports.take()) bytes.push(byte);
    return new TextDecoder().decode(new Uint8Array(bytes));
  }
}
