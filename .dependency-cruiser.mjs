/**
 * The imports that are allowed (docs/architecture.md). Under pnpm a package's files resolve to node_modules/.pnpm/NAME@…, so
 * the patterns match both forms.
 */
const npm = (...names) =>
  `node_modules/(\\.pnpm/(${names.map((name) => name.replace('/', '\\+')).join('|')})@|(${names.join('|')})/)`
const tests = '\\.test\\.ts$|^(packages|services)/[^/]+/test/|^test/'

/**
 * The folders of the relayer, from the ground up: each may import those below it, and none above or beside it. A
 * `compose-<subject>.ts` is handed what its subject needs, so it may know the types of all.
 */
const relayerFloors = [
  ['db'],
  ['transactions'],
  ['signers'],
  ['chain'],
  ['vaults'],
  ['work'],
  ['budgets', 'orderbook'],
  ['claims', 'initiations', 'admin', 'retention', 'queue'],
  ['keeper', 'refunds'],
  ['requests'],
]
const relayer = '^services/relayer/src'
const relayerFloorRules = relayerFloors.flatMap((floor, index) =>
  floor.map((folder) => ({
    name: `relayer-${folder}-imports-what-is-below`,
    comment: 'A folder that imports one above it makes a circle of folders, and neither can be understood alone.',
    severity: 'error',
    // The types of columns are the domain's.
    from: { path: `${relayer}/${folder}/`, pathNot: `${tests}|/db/column-types\\.ts$|/compose-[^/]+$` },
    to: {
      path: [
        `${relayer}/[^/]+\\.ts$`,
        ...[...relayerFloors.slice(index).flat()]
          .filter((other) => other !== folder)
          .map((other) => `${relayer}/${other}/`),
      ],
    },
  })),
)

/** The subjects of the orderbook, from the ground up, below `orders` and `maintenance`. What stands in `src` itself puts them together. */
const orderbookFloors = [
  ['db', 'outgoing'],
  ['network', 'events'],
  ['makers', 'stats', 'webhooks'],
  ['quotes', 'watcher'],
]
const orderbook = '^services/orderbook/src'
const orderbookFloorRules = orderbookFloors.flatMap((floor, index) =>
  floor.map((subject) => ({
    name: `orderbook-${subject}-imports-what-is-below`,
    comment:
      'A subject that imports one above it makes a circle, and neither can be understood alone. Pure rules are open to all.',
    severity: 'error',
    // The types of columns are those of the rules that a column holds.
    from: { path: `${orderbook}/${subject}/`, pathNot: `${tests}|/db/column-types\\.ts$|/compose-[^/]+$` },
    to: {
      path: [...orderbookFloors.slice(index).flat(), 'orders', 'maintenance']
        .filter((other) => other !== subject)
        .map((other) => `${orderbook}/${other}/`),
      pathNot: '/domain/',
    },
  })),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...relayerFloorRules,
    ...orderbookFloorRules,
    {
      name: 'orderbook-stores-know-no-rules-of-others',
      comment: 'A store keeps what its own subject decides. Of the others it may know the types of what it keeps.',
      severity: 'error',
      from: { path: `${orderbook}/([^/]+)/db/`, pathNot: tests },
      to: {
        path: `${orderbook}/[^/]+/domain/`,
        pathNot: `${orderbook}/$1/`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'orderbook-stores-are-handed-over',
      comment: 'A use case or a route declares what it needs; the compose file of its subject hands it the store.',
      severity: 'error',
      // The maintenance of the database is nothing but stores.
      from: {
        path: `${orderbook}/[^/]+/[^/]+\\.ts$`,
        pathNot: `${orderbook}/(db|maintenance)/|/compose-[^/]+$|${tests}`,
      },
      to: { path: `${orderbook}/.*\\bdb/` },
    },
    {
      name: 'routes-are-mounted',
      comment: 'Nothing but the compose file of a subject imports its routes.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/', pathNot: `/compose-[^/]+$|${tests}` },
      to: { path: '^services/[^/]+/src/.*\\.routes\\.ts$' },
    },
    {
      name: 'orderbook-http-stays-in-routes',
      comment: 'Only routes and event streams know Express. Webhooks send what happened without a request to answer.',
      severity: 'error',
      from: {
        path: `${orderbook}/`,
        pathNot: `\\.routes\\.ts$|/events/(event-hub|event-stream|event-connection|open-streams)\\.ts$|${orderbook}/compose\\.ts$|/compose-[^/]+$|${tests}`,
      },
      to: { path: npm('express', '@types/express') },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle between modules means that neither can be understood alone.',
      severity: 'error',
      from: { pathNot: 'db/generated' },
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Rules are pure: no database, no HTTP, no queue, no clock, no log. Only viem’s types and pure functions.',
      severity: 'error',
      from: { path: '^(services|packages)/[^/]+/src/.*\\bdomain/', pathNot: tests },
      to: {
        pathNot: `/src/.*\\bdomain/|${npm('viem')}|^packages/(contracts|escrow)/src/|^packages/chain/src/sending/`,
      },
    },
    {
      name: 'sending-is-pure',
      comment: 'What to do next at a nonce is decided from facts alone: no store, no clock, no client of a chain.',
      severity: 'error',
      from: { path: '^packages/chain/src/sending/', pathNot: tests },
      to: { pathNot: '^packages/chain/src/sending/' },
    },
    {
      name: 'use-cases-know-ports-only',
      comment: 'A use case reaches the world through the ports it declares.',
      severity: 'error',
      from: {
        path: '^services/relayer/src/(transactions|work|claims|initiations|keeper|refunds)/',
        pathNot: `/src/[^/]+/db/|/compose-[^/]+$|${tests}`,
      },
      to: { path: '^services/relayer/src/.*\\b(db|chain|queue)/', pathNot: '/domain/' },
    },
    {
      name: 'transactions-know-no-work',
      comment:
        'The transaction manager knows no claim, vault, order or secret: what submits requests answers its questions.',
      severity: 'error',
      from: { path: '^services/relayer/src/transactions/', pathNot: tests },
      to: {
        path: `^services/relayer/src/(?!transactions/|db/(client|sealed-places|rows|statements)\\.ts)|^packages/(contracts|escrow)/`,
      },
    },
    {
      name: 'work-knows-no-nonce',
      comment: 'Claims, initiations and keeper jobs are requests: nonces, fees and signers are not their concern.',
      severity: 'error',
      from: { path: '^services/relayer/src/(claims|initiations|keeper|refunds|vaults)/', pathNot: tests },
      to: {
        path: '^services/relayer/src/(transactions|signers)/',
        pathNot: '^services/relayer/src/transactions/(ports|domain/request|domain/request-lifecycle)\\.ts$',
      },
    },
    {
      name: 'routes-do-not-reach-the-database',
      comment: 'Routes call use cases.',
      severity: 'error',
      from: { path: '^services/relayer/src/.*(\\.routes|\\.wire|/read-health)\\.ts$', pathNot: tests },
      to: { path: '^services/relayer/src/.*\\bdb/' },
    },
    {
      name: 'prisma-stays-in-db',
      severity: 'error',
      comment: 'Only db/ and the composition root touch Prisma.',
      from: { path: '^services/[^/]+/src/', pathNot: `^services/[^/]+/src/(.*\\bdb/|compose|main|migrate)|${tests}` },
      to: { path: `${npm('@prisma/client', '@prisma/adapter-pg')}|/src/db/generated` },
    },
    {
      name: 'bullmq-stays-in-queue',
      severity: 'error',
      comment: 'Only queue/ touches BullMQ.',
      from: { path: '^services/[^/]+/src/', pathNot: `^services/[^/]+/src/(queue/|compose)|${tests}` },
      to: { path: npm('bullmq') },
    },
    {
      name: 'compose-is-the-root',
      severity: 'error',
      comment: 'Nothing but the process and tests imports a composition root.',
      from: {
        path: '^services/',
        pathNot: `/src/(main|run|index|compose)\\.ts$|/compose-[^/]+$|${tests}|/bench/|/scripts/`,
      },
      to: { path: '^services/[^/]+/src/(compose|compose-[^/]+|.*/compose-[^/]+)\\.ts$' },
    },
    {
      name: 'services-are-strangers',
      severity: 'error',
      comment: 'The two services speak over HTTP only.',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/(?!$1/)' },
    },
    {
      name: 'packages-do-not-import-services',
      severity: 'error',
      from: { path: '^packages/(?!proof/)' },
      to: { path: '^services/' },
    },
    {
      name: 'proof-imports-pure-rules',
      comment: 'The model explores rules that are pure; it starts nothing.',
      severity: 'error',
      from: { path: '^packages/proof/src/', pathNot: tests },
      to: { path: '^services/', pathNot: '/domain/' },
    },
    {
      name: 'contracts-have-no-io',
      severity: 'error',
      comment: 'The wire contract is pure: it runs in a browser as well.',
      from: { path: '^packages/contracts/src/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'service-kit-knows-no-chain',
      severity: 'error',
      comment: 'What two Express services do alike has nothing to do with chains.',
      from: { path: '^packages/service-kit/src/' },
      to: { path: '^packages/(chain|escrow)/' },
    },
    {
      name: 'rules-load-no-schemas',
      severity: 'error',
      comment:
        'The shared rules are pure and load nothing but viem, so that a page that counts by them does not load zod.',
      from: { path: '^packages/contracts/src/rules/', pathNot: tests },
      to: { pathNot: `^packages/contracts/src/rules/|${npm('viem')}` },
    },
    {
      name: 'lies-are-for-tests',
      severity: 'error',
      comment: 'The kit of lies stands before true chains in tests; production code does not load it.',
      from: { pathNot: `^packages/chain/src/lies/|^packages/chain/scripts/|${tests}` },
      to: { path: '^packages/chain/src/lies/' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: 'db/generated' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist(/|$)|db/generated|[.]vitepress/([.]temp|cache)|/openapi/|packages/escrow/(out|cache)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['tandem:source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
