// Which folder may know which (ARCHITECTURE.md). Paths are matched as regular expressions, from the repository root.
const OURS =
  '^(contract|runtime|gateway|rest-facade|render-node|importers|playground|infra|examples|bench|test)/';
const npm = (...names) => `node_modules/(${names.join('|')})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-knows-zod-only',
      severity: 'error',
      from: { path: '^contract/' },
      to: { pathNot: ['^contract/', npm('zod')] },
    },
    {
      name: 'runtime-knows-nothing-of-ours',
      severity: 'error',
      from: { path: '^runtime/' },
      to: { path: OURS, pathNot: '^runtime/' },
    },
    {
      name: 'render-node-knows-contract-and-runtime',
      comment: 'It learns all it needs from the message and the object store.',
      severity: 'error',
      from: { path: '^render-node/' },
      to: { path: OURS, pathNot: '^(render-node|contract|runtime)/' },
    },
    {
      name: 'importers-know-the-contract',
      comment: "Other services' documents in, our template model out: nothing is read or written.",
      severity: 'error',
      from: { path: '^importers/' },
      to: { path: OURS, pathNot: '^(importers|contract)/' },
    },
    {
      name: 'playground-needs-no-server',
      comment: 'It renders as a node does; whatever needs a database is the gateway.',
      severity: 'error',
      from: { path: '^playground/' },
      to: { path: OURS, pathNot: '^(playground|importers|render-node|contract|runtime)/' },
    },
    {
      name: 'gateway-knows-contract-and-runtime',
      severity: 'error',
      from: { path: '^gateway/', pathNot: '^gateway/(app\\.ts$|admin/)' },
      to: { path: OURS, pathNot: '^(gateway|contract|runtime)/' },
    },
    {
      name: 'operator-commands-may-import-templates',
      severity: 'error',
      from: { path: '^gateway/admin/' },
      to: { path: OURS, pathNot: '^(gateway|contract|runtime|importers)/' },
    },
    {
      name: 'composition-root-mounts-the-facade',
      comment: 'Only gateway/app.ts sees the facade: the two then speak GraphQL to each other.',
      severity: 'error',
      from: { path: '^gateway/app\\.ts$' },
      to: { path: OURS, pathNot: '^(gateway|contract|runtime|rest-facade)/' },
    },
    {
      name: 'rest-facade-knows-graphql-and-runtime',
      comment: 'A client like any other: schema.graphql is all it knows of the gateway.',
      severity: 'error',
      from: { path: '^rest-facade/' },
      to: { path: OURS, pathNot: '^(rest-facade|runtime)/' },
    },
    {
      name: 'infra-knows-contract-and-runtime',
      severity: 'error',
      from: { path: '^infra/' },
      to: { path: OURS, pathNot: '^(infra|contract|runtime)/' },
    },
    {
      name: 'examples-stand-alone',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: OURS, pathNot: '^(examples|contract|runtime)/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'database-behind-the-gateway',
      comment: 'The gateway is the only owner of the database. Migrations are made by a script of infra.',
      severity: 'error',
      from: { path: OURS, pathNot: '^(gateway|test|bench)/|^infra/new-migration\\.mjs$' },
      to: { path: npm('@prisma', 'prisma', 'pg') },
    },
    {
      name: 'nats-behind-the-message-bus',
      comment: 'docs/decisions/nats-client.md',
      severity: 'error',
      from: { path: OURS, pathNot: '^runtime/message-bus\\.ts$' },
      to: { path: npm('nats') },
    },
    {
      name: 'fluent-ffmpeg-behind-one-folder',
      comment: 'docs/decisions/fluent-ffmpeg.md',
      severity: 'error',
      from: { path: OURS, pathNot: '^render-node/ffmpeg/' },
      to: { path: npm('fluent-ffmpeg') },
    },
    {
      name: 'operations-know-no-graphql',
      comment: 'Whatever writes or decides is an operation that another door could call.',
      severity: 'error',
      from: {
        path: '^gateway/',
        pathNot:
          '\\.graphql\\.ts$|^gateway/(builder|schema|context|app|graphql-server|graphql-limits|graphql-stream|print-schema)\\.ts$|^gateway/db/generated/',
      },
      to: { path: npm('@pothos', 'graphql', 'graphql-.*', '@graphql-.*') },
    },
    {
      name: 'graphql-types-stay-with-graphql',
      comment: 'An operation that needs something from a *.graphql.ts file has it in the wrong place.',
      severity: 'error',
      from: {
        path: '^gateway/',
        pathNot:
          '\\.graphql\\.ts$|^gateway/(builder|schema|context|app|graphql-server|graphql-limits|graphql-stream|print-schema)\\.ts$',
      },
      to: { path: '\\.graphql\\.ts$' },
    },
    {
      name: 'no-development-packages-in-production',
      severity: 'error',
      from: { path: '^(contract|runtime|gateway|rest-facade|render-node|importers|playground|infra)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: npm('@types') },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'A package that only comes with another one can leave with it.',
      severity: 'error',
      from: { path: OURS },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^dist/'] },
    // The peers of the benchmarks have packages of their own, which are installed only where they are measured.
    exclude: { path: '^(gateway/db/generated|bench/peers)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
