/**
 * Who may import whom (docs/architecture.md). Under pnpm a package's files resolve to node_modules/.pnpm/NAME@…, so
 * the patterns match both forms.
 */
const npm = (...names) =>
  `node_modules/(\\.pnpm/(${names.map((name) => name.replace('/', '\\+')).join('|')})@|(${names.join('|')})/)`
const tests = '\\.test\\.ts$|^(packages|services)/[^/]+/test/|^test/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
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
      from: { path: '^(services|packages)/[^/]+/src/domain/', pathNot: tests },
      to: {
        pathNot: `/src/domain/|${npm('viem')}|^packages/(contracts|escrow)/src/`,
      },
    },
    {
      name: 'use-cases-know-ports-only',
      comment: 'A use case reaches the world through the ports it declares.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/usecases/', pathNot: tests },
      to: { path: '^services/[^/]+/src/(db|http|chain|queue)/' },
    },
    {
      name: 'http-does-not-reach-the-database',
      comment: 'Routes call use cases.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/http/', pathNot: tests },
      to: { path: '^services/[^/]+/src/db/' },
    },
    {
      name: 'prisma-stays-in-db',
      severity: 'error',
      comment: 'Only db/ and the composition root touch Prisma.',
      from: { path: '^services/[^/]+/src/', pathNot: `^services/[^/]+/src/(db/|compose|main|migrate)|${tests}` },
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
      from: { path: '^services/', pathNot: `/src/(main|index)\\.ts$|${tests}|/bench/|/scripts/` },
      to: { path: '^services/[^/]+/src/compose\\.ts$' },
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
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'contracts-have-no-io',
      severity: 'error',
      comment: 'The wire contract is pure: it runs in a browser as well.',
      from: { path: '^packages/contracts/src/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
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
    exclude: { path: '/dist/|db/generated|/openapi/|packages/escrow/(out|cache)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['tandem:source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
