// One peer in a process of its own. The benchmark forks it with the peer's module as its argument and sends messages:
// `open` once, then `render` with rows as often as it likes; every message is answered.
import { pathToFileURL } from 'node:url';

let peer;

process.on('message', async (message) => {
  try {
    process.send(await handle(message));
  } catch (error) {
    process.send({ type: 'failed', message: error?.message ?? String(error) });
  }
});
process.on('disconnect', () => process.exit(0));

async function handle(message) {
  switch (message.type) {
    case 'open': {
      const { open } = await import(pathToFileURL(process.argv[2]).href);
      peer = await open(message.job);
      return { type: 'opened' };
    }
    case 'render': {
      const started = performance.now();
      await renderAll(message.rows, message.folder);
      return { type: 'rendered', seconds: (performance.now() - started) / 1000 };
    }
    case 'close':
      await peer?.close?.();
      return { type: 'closed' };
    default:
      throw new Error(`A peer knows no message "${message.type}".`);
  }
}

/** As many rows at a time as is best for the peer. */
async function renderAll(rows, folder) {
  let next = 0;
  const lane = async (number) => {
    while (next < rows.length) {
      const row = rows[next++];
      await peer.render(row, `${folder}/${row.id}.${peer.extension}`, number);
    }
  };
  await Promise.all(
    Array.from({ length: Math.min(peer.concurrency, rows.length) }, (_, number) => lane(number)),
  );
}
