/** `npm run bench -- NAME [options]`: the benchmark of one service, `services/NAME/bench/main.ts`. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const [name = 'orderbook', ...options] = process.argv.slice(2)
const script = `services/${name}/bench/main.ts`
if (!/^[a-z]+$/.test(name) || !existsSync(script)) throw new Error(`there is no benchmark "${name}"`)
const node = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings']
process.exitCode = spawnSync('node', [...node, script, ...options], { stdio: 'inherit' }).status ?? 1
