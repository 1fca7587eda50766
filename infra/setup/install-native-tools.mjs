import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetUpProblem } from './set-up-problem.mjs';
import { workStep } from './work-step.mjs';

/** What a tool consists of and which Debian packages bring it. */
const TOOLS = {
  ffmpeg: [
    { package: 'ffmpeg', program: 'ffmpeg' },
    { package: 'ffmpeg', program: 'ffprobe' },
  ],
  'nats-server': [{ package: 'nats-server', program: 'nats-server' }],
  chromium: [
    {
      package: 'chromium',
      program: 'chromium',
      or: ['chromium-browser', 'google-chrome', 'google-chrome-stable'],
    },
  ],
  // A second H.264 decoder, OpenH264, with what feeds it from a file.
  openh264: [
    {
      package: ['gstreamer1.0-tools', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad'],
      program: 'gst-launch-1.0',
    },
  ],
};

export function installNativeTools(names) {
  const missing = [
    ...new Set(
      names
        .flatMap((name) => TOOLS[name])
        .filter(({ program, or = [] }) => ![program, ...or].some(findProgram))
        .flatMap((part) => part.package),
    ),
  ];
  if (missing.length === 0) return;
  if (!findProgram('apt-get')) throw new SetUpProblem(adviceElsewhere(missing));
  const prefix = aptPrefix();
  if (prefix === null)
    throw new SetUpProblem(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not installed, and this user may not install packages. Run this once, then start again:\n\n  ${commandForPeople(missing)}\n`,
    );
  workStep({
    title: `Installing ${missing.join(', ')} (once)`,
    log: 'apt.log',
    commands: aptCommands(missing).map((command) => [...prefix, ...command]),
    mend: `The packages could not be installed. Check the network connection and that apt knows them, or install them yourself:\n\n  ${commandForPeople(missing)}\n`,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Debian puts nats-server into /usr/sbin, which is not on every user's PATH. */
function findProgram(name) {
  const folders = [
    ...(process.env.PATH || '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/usr/local/bin',
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** How apt-get is run here: as root, through sudo without a password, or (null) not at all. */
function aptPrefix() {
  if (process.getuid?.() === 0) return [];
  const sudo = findProgram('sudo');
  return sudo && spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0
    ? [sudo, '-n', 'DEBIAN_FRONTEND=noninteractive']
    : null;
}

function aptCommands(packages) {
  // Unattended upgrades hold apt's lock for minutes on a fresh machine: wait rather than fail.
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  return [
    ['apt-get', ...options, 'update'],
    ['apt-get', ...options, 'install', '-y', '--no-install-recommends', ...packages],
    // Debian's package also runs a server for the whole machine, open to everyone: rowcast starts its own.
    ...(packages.includes('nats-server') && runsSystemd()
      ? [['systemctl', 'disable', '--now', 'nats-server']]
      : []),
  ];
}

function commandForPeople(packages) {
  return aptCommands(packages)
    .map((command) => `sudo ${command.filter((word) => !/^(-q|-o|DPkg::.*)$/.test(word)).join(' ')}`)
    .join(' && ');
}

function runsSystemd() {
  return existsSync('/run/systemd/system');
}

function adviceElsewhere(packages) {
  const advice = {
    ffmpeg: 'ffmpeg (with ffprobe) from https://ffmpeg.org/download.html',
    'nats-server': 'nats-server 2.9 or newer from https://github.com/nats-io/nats-server/releases',
    chromium: 'Chromium or Chrome, or one named by CHROMIUM=/path/to/it',
  };
  const list = packages.map((name) => `  ${advice[name]}`).join('\n');
  const homebrew = findProgram('brew') ? '\nWith Homebrew: brew install ffmpeg nats-server' : '';
  return `This machine has no apt-get, so please install these with its own package manager, then start again:\n\n${list}\n${homebrew}`;
}
