/** `npm run check`: everything that can be checked without running the code. */
import { byCores, runSteps } from './run-steps.ts'

const tsx = ['node', '--conditions=tandem:source', '--import', 'tsx', '--no-warnings']

// The longest step comes first, because at the end it would run alone.
const steps = [
  { name: 'public packages install, resolve and stay small', command: [...tsx, 'scripts/check-packages.ts'] },
  { name: 'the documentation site builds', command: ['pnpm', '--silent', '--dir', 'packages/site', 'run', 'site'] },
  { name: 'types', command: ['tsc', '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: ['tsc', '-p', 'packages/web/tsconfig.json'] },
  { name: 'types of the examples', command: ['tsc', '-p', 'packages/examples/tsconfig.json'] },
  { name: 'lint and format', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  {
    name: 'import boundaries',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'services', 'scripts', 'test'],
  },
  { name: 'unused code', command: ['knip', '--no-progress'] },
  { name: 'workspace hygiene', command: ['sherif', '--no-install', '--fail-on-warnings'] },
  {
    name: 'OpenAPI documents and the error table are current',
    command: [...tsx, 'packages/contracts/scripts/generate.ts', '--check'],
  },
  { name: 'the wire contract has bounds', command: [...tsx, 'packages/contracts/scripts/check-bounds.ts'] },
  { name: 'OpenAPI documents pass the linter', command: [...tsx, 'scripts/lint-openapi.ts'] },
  { name: 'types of the SQL rows are current', command: [...tsx, 'scripts/sql-rows.ts', '--check'] },
  { name: 'client types are current', command: [...tsx, 'packages/sdk/scripts/generate.ts', '--check'] },
  { name: 'ABIs and bytecode are current', command: [...tsx, 'packages/escrow/scripts/generate.ts', '--check'] },
  {
    name: 'network schema and examples are current',
    command: [...tsx, 'services/orderbook/scripts/networks.ts', '--check'],
  },
  {
    name: 'schemas and vectors of the makers’ protocol are current',
    command: [...tsx, 'scripts/makers-protocol.ts', '--check'],
  },
  { name: 'static analysis of the contracts', command: [...tsx, 'packages/escrow/scripts/lint.ts'] },
  {
    name: 'page of the order lifecycle is current',
    command: [...tsx, 'services/orderbook/scripts/lifecycle-page.ts', '--check'],
  },
  {
    name: 'page of the nonce lifecycle is current',
    command: [...tsx, 'services/relayer/scripts/nonces-page.ts', '--check'],
  },
  { name: 'page of the proof is current', command: [...tsx, 'packages/proof/scripts/proof-page.ts', '--check'] },
  { name: 'page of the settings is current', command: [...tsx, 'scripts/settings-page.ts', '--check'] },
  {
    name: 'metrics page, dashboards and the operator’s rules are current',
    command: [...tsx, 'scripts/monitoring.ts', '--check'],
  },
  { name: 'snippets of the docs and llms.txt are current', command: [...tsx, 'scripts/docs.ts', '--check'] },
  { name: 'functions have at most 80 lines', command: [...tsx, 'scripts/check-function-lines.ts'] },
  { name: 'paths written in the docs exist', command: [...tsx, 'scripts/check-doc-paths.ts'] },
  { name: 'commit subjects follow the rule', command: [...tsx, 'scripts/check-commits.ts'] },
]
const { passed, failed } = await runSteps(steps, byCores)

console.log(`\nchecks: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
