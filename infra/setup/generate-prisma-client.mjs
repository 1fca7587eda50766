import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isStamped, stamp } from './stamp.mjs';
import { root, workStep } from './work-step.mjs';

const STAMP = 'gateway/db/generated/.stamp';
const GENERATED = ['gateway/db/generated/prisma/client.ts', 'gateway/db/generated/pothos-types.ts'];

export function generatePrismaClient() {
  const read = (path) => readFileSync(join(root, path));
  const wanted = fingerprint(
    read('prisma/schema.prisma'),
    read('infra/generate-prisma-client.mjs'),
    read('node_modules/prisma/package.json'),
    read('node_modules/@pothos/plugin-prisma/package.json'),
  );
  if (isStamped(STAMP, wanted) && GENERATED.every((path) => existsSync(join(root, path)))) return;
  workStep({
    title: 'Generating the database client',
    log: 'prisma-generate.log',
    commands: [[process.execPath, 'infra/generate-prisma-client.mjs']],
    mend: 'The database client could not be generated. If prisma/schema.prisma was changed, mend what the output names.',
  });
  stamp(STAMP, wanted);
}
