/**
 * The command line as a person uses it: with wrong words, with an early Ctrl-C, and with the demo that ends in a
 * refund.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const root = new URL('../..', import.meta.url).pathname
const node = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings']
let temporary: string

beforeAll(() => {
  // Everything that the command creates goes here, so that the test can see what it leaves behind.
  temporary = mkdtempSync(join(tmpdir(), 'tandem-cli-'))
  // Under root, PostgreSQL runs as an account of its own and must be able to enter.
  chmodSync(temporary, 0o711)
})
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

interface Run {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

function run(...args: string[]): Run {
  // Removed, so that everything runs from its source, as it does outside of the tests.
  const { TANDEM_TEST_PROGRAMS: _, ...inherited } = process.env
  const env = { ...inherited, TMPDIR: temporary, NO_COLOR: '1', TANDEM_CLI_TEST: temporary }
  const child = spawn('node', [...node, 'packages/devnet/src/cli.ts', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

/**
 * Finds processes whose command line or environment names our directory, which are all servers that the command has
 * started.
 */
function survivors(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/cmdline`, 'latin1') + readFileSync(`/proc/${pid}/environ`, 'latin1')
        return text.includes(temporary) && Number(pid) !== process.pid
          ? [`${pid} ${text.split('\0').slice(0, 4).join(' ')}`]
          : []
      } catch {
        return []
      }
    })
}

async function untilGone(): Promise<string[]> {
  const deadline = Date.now() + 120_000
  while (survivors().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100))
  return survivors()
}

describe('npm run demo', () => {
  it.each([
    ['an unknown flag', ['demo', '--pth', 'native'], '--pth'],
    ['an unknown path', ['demo', '--path', 'teleport'], "'teleport' is invalid"],
    ['an unknown command', ['dmeo'], "unknown command 'dmeo'"],
  ])('%s: exit 2, and the usage', async (_name, args, said) => {
    const { ended, output } = run(...args)
    expect(await ended).toBe(2)
    expect(output()).toContain(said)
    expect(output()).toContain('Usage:')
  })

  it('--cancel ends cancelled, with every balance as it was, and leaves nothing behind', async () => {
    const { ended, output } = run('demo', '--cancel')
    const code = await ended
    // Cut down to what follows the failure: the whole output would hide it among the lines of the start.
    expect(
      output()
        .split(/(?=The demo failed|did not start)/)
        .slice(1),
    ).toEqual([])
    expect(output()).toContain('cancelled in')
    expect(code).toBe(0)
    expect(output().match(/±0 USDC/g)).toHaveLength(4)
    expect(await untilGone()).toEqual([])
    expect(readdirSync(temporary).filter((name) => name.startsWith('tandem-'))).toEqual([])
  })

  it('Ctrl-C ends every process and removes every file', async () => {
    const { child, ended, output } = run('demo')
    while (!output().includes('orderbook') && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect(survivors().length).toBeGreaterThan(3)
    child.kill('SIGINT')
    const code = await ended
    expect([code, output().split('\nstopping\n')[1]]).toEqual([130, ''])
    expect(await untilGone()).toEqual([])
    expect(readdirSync(temporary).filter((name) => name.startsWith('tandem-'))).toEqual([])
  })
})
