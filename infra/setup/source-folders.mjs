/** Where the program's own code lies; `bench` and `test` are checked besides, and `bench` is built with it. */
export const SOURCE_FOLDERS = [
  'contract',
  'runtime',
  'gateway',
  'rest-facade',
  'render-node',
  'importers',
  'playground',
  'infra',
  'examples',
];
