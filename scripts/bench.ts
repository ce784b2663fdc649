/** `npm run bench -- NAME [options]`: of one service, `services/NAME/bench/main.ts`, of one part of the orderbook, or the escrows' gas. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const [name = 'orderbook', ...options] = process.argv.slice(2)
const script = [
  `services/${name}/bench/main.ts`,
  `services/orderbook/bench/${name}.ts`,
  `packages/escrow/scripts/${name}.ts`,
].find(existsSync)
const isBench = !script?.startsWith('packages/escrow/') || name === 'gas'
if (!/^[a-z]+$/.test(name) || !isBench || script === undefined) throw new Error(`there is no benchmark "${name}"`)
const node = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings']
process.exitCode = spawnSync('node', [...node, script, ...options], { stdio: 'inherit' }).status ?? 1
