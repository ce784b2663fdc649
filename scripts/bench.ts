/** `npm run bench -- NAME [options]`: of one service, `services/NAME/bench/main.ts`, or of one part of the orderbook. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const [name = 'orderbook', ...options] = process.argv.slice(2)
const script = [`services/${name}/bench/main.ts`, `services/orderbook/bench/${name}.ts`].find(existsSync)
if (!/^[a-z]+$/.test(name) || script === undefined) throw new Error(`there is no benchmark "${name}"`)
const node = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings']
process.exitCode = spawnSync('node', [...node, script, ...options], { stdio: 'inherit' }).status ?? 1
