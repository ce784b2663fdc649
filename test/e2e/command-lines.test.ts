/** The command lines that operators meet. Each shows at once how it is used, and refuses what it does not know. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { programArgs } from '@tandem/local-services'

const root = new URL('../..', import.meta.url).pathname

/** Runs a command without any of the settings that it needs to do its work. */
async function run(script: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn('node', [...programArgs(join(root, script)), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

describe('npm run tandem', () => {
  it('--version says the version of its package', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8')) as { version: string }
    expect(await run('packages/cli/src/main.ts', '--version')).toEqual({ code: 0, output: `${version}\n` })
  })
})

describe.each([
  ['npm run tandem', 'packages/cli/src/main.ts', [], '--base-units'],
  ['npm run demo', 'packages/devnet/src/cli.ts', ['demo'], '--path'],
  ['node scripts/run.mjs hops', 'packages/devnet/src/cli.ts', ['hops'], 'HOPS_KEY'],
  ['node scripts/run.mjs watcher', 'services/orderbook/src/main.ts', [], 'replay'],
  ['node scripts/run.mjs watcher rescan', 'services/orderbook/src/main.ts', ['rescan'], '--from'],
  ['node scripts/run.mjs relayer', 'services/relayer/src/main.ts', [], 'rotate-secrets'],
  ['npm run solver', 'packages/solver/src/main.ts', [], '--dry-run'],
  ['node scripts/run.mjs deploy:escrow', 'packages/escrow/scripts/deploy.ts', [], '--rpc-url'],
  ['npm run bench', 'scripts/bench.ts', [], 'relayer'],
  ['npm run bench -- orderbook', 'scripts/bench.ts', ['orderbook'], '--sizes'],
])('%s', (_name, script, args, said) => {
  it('--help says how it is used, and starts nothing', async () => {
    const { code, output } = await run(script, ...args, '--help')
    expect(output).toContain('Usage:')
    expect(output).toContain(said)
    expect(code).toBe(0)
  })

  it('refuses an option that it does not have', async () => {
    const { code, output } = await run(script, ...args, '--nonsense')
    expect(output).toMatch(/^error: (unknown option '--nonsense'|required option)/m)
    expect(code).not.toBe(0)
  })
})
