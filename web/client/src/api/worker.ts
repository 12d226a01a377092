/**
 * A worker with a desk of its own, which answers one request after the other; or one that runs threads for
 * such a worker.
 */
import { serve } from './crew';
import { Desk } from './desk';
import { failure, type Begin, type Join, type Reply, type Request } from './messages';

let desk: Desk | null = null;
let stop: Int32Array | null = null;

const reply = (message: Reply) => postMessage(message);

onmessage = ({ data }: MessageEvent<Begin | Join | Request>) => {
  if ('slot' in data) serve(data.module, data.crew, data.slot, () => postMessage('ready'));
  if ('module' in data) {
    stop = data.stop && new Int32Array(data.stop);
    desk = new Desk(data.module, () => performance.now(), data.crew);
    return;
  }
  const { id, operation, body } = data;
  const stopped = () => stop !== null && Atomics.load(stop, 0) >= id;
  const said = (name: string, text: string) => reply({ id, kind: 'said', name, data: text });
  try {
    const answer = desk?.ask(operation, body, said, stopped) ?? { status: 500, body: '' };
    reply({ id, kind: 'answer', ...answer });
  } catch (error) {
    reply({
      id,
      kind: 'answer',
      status: 500,
      body: JSON.stringify(failure('engine-failed', String(error)))
    });
  }
};
