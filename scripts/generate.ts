/** `npm run generate`: writes every committed file that is made from another one. `npm run check` compares them. */
import { runSteps } from './run-steps.ts'

const tsx = ['node', '--conditions=tandem:source', '--import', 'tsx', '--no-warnings']

const { failed } = await runSteps([
  { name: 'OpenAPI documents and the error table', command: [...tsx, 'packages/contracts/scripts/generate.ts'] },
  { name: 'types of the SQL rows', command: [...tsx, 'scripts/sql-rows.ts'] },
  { name: 'client types', command: [...tsx, 'packages/sdk/scripts/generate.ts'] },
  { name: 'ABIs and bytecode', command: [...tsx, 'packages/escrow/scripts/generate.ts'] },
  { name: 'gas figures', command: [...tsx, 'packages/escrow/scripts/gas.ts'] },
  { name: 'network schema and examples', command: [...tsx, 'services/orderbook/scripts/networks.ts'] },
  { name: 'schemas and vectors of the makers’ protocol', command: [...tsx, 'scripts/makers-protocol.ts'] },
  { name: 'page of the settings', command: [...tsx, 'scripts/settings-page.ts'] },
  { name: 'metrics page, dashboards, and rules of the operator', command: [...tsx, 'scripts/monitoring.ts'] },
  { name: 'network file of the devnet in Kubernetes', command: [...tsx, 'packages/devnet/scripts/network-file.ts'] },
  { name: 'snippets of the docs and llms.txt', command: [...tsx, 'scripts/docs.ts'] },
  { name: 'page of the order lifecycle', command: [...tsx, 'services/orderbook/scripts/lifecycle-page.ts'] },
  { name: 'page of the proof', command: [...tsx, 'packages/proof/scripts/proof-page.ts'] },
  { name: 'page of the nonce lifecycle', command: [...tsx, 'services/relayer/scripts/nonces-page.ts'] },
])
process.exitCode = failed === 0 ? 0 : 1
