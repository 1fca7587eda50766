/** Where the program's own code lies; `bench` and `test` are checked besides, but not built for it. */
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
