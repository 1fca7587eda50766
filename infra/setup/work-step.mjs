// How set-up does something that takes time: one line on stderr, the details in a log, the log's end when it fails.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetUpProblem } from './set-up-problem.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Runs commands one after the other. A command is an array of program and arguments.
 * @throws {SetUpProblem} with the end of the output and the mend
 */
export function workStep({ title, log, commands, mend, tailLines = 15, env = {} }) {
  const started = Date.now();
  process.stderr.write(`${title} … `);
  const logPath = join(root, '.cache', log);
  const output = openLog(logPath);
  try {
    for (const [program, ...args] of commands) {
      const { status, signal, error } = spawnSync(program, args, {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', output, output],
      });
      if (status === 0) continue;
      process.stderr.write('failed\n');
      // Ctrl-C reached the command as well: nothing to explain.
      if (signal === 'SIGINT') process.exit(130);
      throw new SetUpProblem(
        [
          error ? `${program} could not be run: ${error.message}` : tail(logPath, tailLines),
          `\n${mend}\nThe full output is in ${relative(process.cwd(), logPath)}.`,
        ].join('\n'),
      );
    }
  } finally {
    closeSync(output);
  }
  process.stderr.write(`done in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

function openLog(path) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, 'w');
  } catch (error) {
    throw new SetUpProblem(
      `${root} cannot be written to (${error.code}). Run this as the owner of the folder, or make it yours: sudo chown -R "$USER" ${root}`,
    );
  }
}

function tail(path, lines) {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
