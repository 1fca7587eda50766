import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { SetUpProblem } from './set-up-problem.mjs';
import { workStep } from './work-step.mjs';

/** What a tool consists of and which Debian package brings it. Fonts are found by a file of theirs. */
const TOOLS = {
  ffmpeg: [
    { package: 'ffmpeg', program: 'ffmpeg' },
    { package: 'ffmpeg', program: 'ffprobe' },
  ],
  'nats-server': [{ package: 'nats-server', program: 'nats-server' }],
  fonts: [
    {
      package: 'fonts-noto-core',
      font: 'truetype/noto/NotoSans-Regular.ttf',
      like: /^NotoSans-Regular\.[ot]tf$/,
    },
    { package: 'fonts-noto-cjk', font: 'opentype/noto/NotoSansCJK-Regular.ttc', like: /^NotoSansCJK/ },
    { package: 'fonts-noto-color-emoji', font: 'truetype/noto/NotoColorEmoji.ttf', like: /^NotoColorEmoji/ },
    { package: 'fonts-inter', font: 'opentype/inter/Inter-Regular.otf', like: /^Inter[-.]/ },
  ],
};

export function installNativeTools(names) {
  const missing = [
    ...new Set(
      names
        .flatMap((name) => TOOLS[name])
        .filter((part) => !isPresent(part))
        .map((part) => part.package),
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

function isPresent({ program, font, like }) {
  return program ? findProgram(program) !== undefined : hasFont(font, like);
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

function hasFont(debianPath, like) {
  if (existsSync(join('/usr/share/fonts', debianPath))) return true;
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', '/Library/Fonts', '/System/Library/Fonts'];
  const ofUser = ['.local/share/fonts', '.fonts', 'Library/Fonts'].map((folder) => join(homedir(), folder));
  return [...folders, ...ofUser]
    .filter((folder) => existsSync(folder))
    .some((folder) =>
      readdirSync(folder, { recursive: true }).some((path) => like.test(path.split('/').pop())),
    );
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
    'fonts-noto-core': 'the Noto Sans fonts',
    'fonts-noto-cjk': 'the Noto Sans CJK fonts',
    'fonts-noto-color-emoji': 'the Noto Color Emoji font',
    'fonts-inter': 'the Inter fonts',
  };
  const list = packages.map((name) => `  ${advice[name]}`).join('\n');
  const homebrew = findProgram('brew')
    ? '\nWith Homebrew: brew install ffmpeg nats-server font-noto-sans font-noto-sans-cjk font-noto-color-emoji font-inter'
    : '';
  return `This machine has no apt-get, so please install these with its own package manager, then start again:\n\n${list}\n${homebrew}`;
}
