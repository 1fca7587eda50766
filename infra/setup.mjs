// `node infra/setup.mjs start|test|run|quiet` runs before every npm script and brings the checkout into a state in which
// the program can run. This file speaks a JavaScript that old versions of Node parse, so that they can be told.
const MINIMUM = '20.19.0';

if (isOlder(process.versions.node, MINIMUM)) {
  process.stderr.write(
    'rowcast needs Node.js ' +
      MINIMUM +
      ' or newer; this is ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org or with your version manager (for example: nvm install 22), then run this again.\n',
  );
  process.exit(1);
}

import('./setup/set-up.mjs').then(({ setUp }) => setUp(process.argv[2] || 'start'));

function isOlder(version, minimum) {
  const has = version.split('.').map(Number);
  const needs = minimum.split('.').map(Number);
  const differs = needs.findIndex((number, place) => number !== has[place]);
  return differs !== -1 && has[differs] < needs[differs];
}
