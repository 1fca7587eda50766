import { once } from 'node:events';
import { createServer } from 'node:net';

/** The preferred loopback port when nobody listens on it, else any free one: a server keeps its port over restarts. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred && (await probePort(preferred, '127.0.0.1')) === null) return preferred;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Null when the port can be listened on, else the system's code for why not (EADDRINUSE, EACCES, …). */
export async function probePort(port: number, host: string): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
