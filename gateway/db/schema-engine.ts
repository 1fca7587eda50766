/**
 * Prisma's schema engine as WebAssembly: applies and writes migrations in Prisma's own folder and table formats, without
 * the native engine, which would have to be downloaded (docs/decisions/migrations-without-download.md).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as Bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

// Node has this global; its declarations come with the DOM library, which server code does without.
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

export type SchemaEngine = Bindings.SchemaEngine;

/** Hands over an engine connected to a database and closes both afterwards. `schema` is the text of schema.prisma. */
export async function withSchemaEngine<Result>(
  { databaseUrl, schema }: { databaseUrl: string; schema: string },
  use: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  loaded ??= loadBindings();
  const { SchemaEngine } = await loaded;
  // A pool of our own: an engine leaves its connections open when it is freed, and with them its advisory lock, for
  // which the next process would wait in vain.
  const pool = new pg.Pool({ connectionString: databaseUrl });
  // A connection that breaks while nobody uses it: the engine's next statement fails and says so.
  pool.on('error', () => undefined);
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const engine = await SchemaEngine.new(
      { datamodels: [['prisma/schema.prisma', schema]] },
      () => undefined,
      adapter,
    );
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

/** One WebAssembly instance a process: the bindings keep its memory in module state. */
let loaded: Promise<typeof Bindings> | undefined;

/** The package's own entry imports the .wasm as a module, which Node 20 cannot; its parts are put together here instead. */
async function loadBindings(): Promise<typeof Bindings> {
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import(pathToFileURL(script).href);
  const bytes = await readFile(script.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': withForgettableTimers(bindings),
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return bindings;
}

/** The engine sets a timer for its lock and never clears it: a short command would stay alive for ten seconds more. */
function withForgettableTimers(bindings: object): object {
  const setTimer = (callback: () => void, ms: number) => setTimeout(callback, ms >>> 0).unref();
  return Object.fromEntries(
    Object.entries(bindings).map(([name, value]) => [
      name,
      name.startsWith('__wbg_setTimeout_') ? setTimer : value,
    ]),
  );
}
