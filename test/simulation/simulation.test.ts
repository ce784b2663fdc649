import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { root } from '../support/test-bundle.ts'
import { mendedFaults } from './put-back.ts'

const runFile = promisify(execFile)

/** The output of `npm run simulate`, whether it passes or fails. */
async function simulated(...args: string[]): Promise<string> {
  const command = [
    '--conditions=tandem:source',
    '--import',
    'tsx',
    '--no-warnings',
    'test/simulation/simulate.ts',
    ...args,
  ]
  const { stdout, stderr } = await runFile(process.execPath, command, { cwd: root, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  // The error of a program that cannot be built is shown here and nowhere else.
  return stdout === '' ? stderr : stdout
}

describe('npm run simulate', () => {
  let all = ''
  beforeAll(async () => {
    all = await simulated('--scenarios', '--seed', '128', '--seeds', '2', '--twice')
  })

  it('plays seeds to their end, and each the same in another process', () => {
    expect(all).not.toContain('BROKEN')
    expect(all).toContain('Ended completed 8.')
    const [one, other, ...others] = all.match(/^seed 129: .* trace \w+$/gm) ?? []
    expect([one, others]).toEqual([expect.stringContaining('seed 129: completed in '), []])
    expect(other).toBe(one)
  })

  // Each of these fails with its fault put back: `npm run simulate -- --scenarios --put-back NAME`.
  it.each(Object.keys(mendedFaults))('keeps every property where it was broken once: %s', (name) => {
    expect(all).toContain(`${name}: completed in `)
  })

  it('finds a status that counts facts in the newest block, and says how to play it again', async () => {
    const output = await simulated('--seed', '4', '--put-back', 'the status', '--no-shrink')
    expect(output).toContain('BROKEN false_completed')
    expect(output).toContain("Again: npm run simulate -- --seed 4 --put-back 'the status' --trace")
  })
})
