/**
 * Server-sent events out of a stream of bytes.
 *
 * The browser's own `EventSource` hides the reason of a refusal and connects again by itself, so the format
 * is read here: lines of `event:` and `data:`, an empty line after each event.
 */
import type { Said } from './requests';

/** Takes text in pieces of any length, and gives the events that have become whole. */
export class EventReader {
  private rest = '';

  read(text: string): Said[] {
    const blocks = (this.rest + text).replace(/\r\n/g, '\n').split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.map(readBlock).filter((event) => event !== null);
  }
}

function readBlock(block: string): Said | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { name, data: data.join('\n') } : null;
}

export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<Said> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parser.read(decoder.decode(value, { stream: true }));
    }
  } finally {
    // Whoever stops listening closes the connection, and with it ends the search.
    await reader.cancel().catch(() => {});
  }
}
