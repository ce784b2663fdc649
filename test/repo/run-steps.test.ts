/** The runner of `npm run check`: what it runs, what runs at the same time, and what it counts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { runSteps } from '../../scripts/run-steps.ts'

let folder: string
let printed: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-steps-'))
  printed = []
  jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  jest.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const node = (name: string, code: string, needs?: string) => ({
  ...{ name, command: [process.execPath, '-e', code] },
  ...(needs === undefined ? {} : { needs }),
})
/** The outcome of each step that was printed, in order. */
const outcomes = () => printed.filter((line) => /^[✓✗]/.test(line)).map((line) => line.replace(/ \(.*/, ''))

describe('steps', () => {
  it('run all, also after one has failed, whose output is shown', async () => {
    const steps = [node('first', 'console.error("because"); process.exit(1)'), node('second', '')]
    expect(await runSteps(steps)).toEqual({ passed: 1, failed: 1 })
    expect(outcomes()).toEqual(['✗ first', '✓ second'])
    expect(printed.join('\n')).toContain('    because')
  })

  it('fail when there is no such program', async () => {
    const missing = { name: 'missing', command: [join(folder, 'no-such-program')] }
    expect(await runSteps([missing])).toEqual({ passed: 0, failed: 1 })
    expect(printed.join('\n')).toContain('ENOENT')
  })

  it('run beside each other, as many as allowed', async () => {
    // A step that ends only when the other one has begun.
    const meet = (own: string, other: string) =>
      `const fs = require('fs'); fs.writeFileSync('${folder}/${own}', '')
       setInterval(() => fs.existsSync('${folder}/${other}') && process.exit(), 10)`
    const steps = [node('a', meet('a', 'b')), node('b', meet('b', 'a'))]
    expect(await runSteps(steps, { atOnce: 2 })).toEqual({ passed: 2, failed: 0 })
  })

  it('begin only when the step that they need has passed', async () => {
    const made = join(folder, 'made')
    const steps = [
      node('uses', `require('fs').readFileSync('${made}')`, 'makes'),
      node('makes', `setTimeout(() => require('fs').writeFileSync('${made}', ''), 100)`),
    ]
    expect(await runSteps(steps, { atOnce: 2 })).toEqual({ passed: 2, failed: 0 })
    expect(outcomes()).toEqual(['✓ makes', '✓ uses'])
  })

  it('are not begun, and have failed, when the step that they need has failed', async () => {
    const made = join(folder, 'made')
    writeFileSync(made, '')
    const remove = `require('fs').rmSync('${made}')`
    const steps = [node('breaks', 'process.exit(2)'), node('uses', remove, 'breaks'), node('then', remove, 'uses')]
    expect(await runSteps(steps, { atOnce: 2 })).toEqual({ passed: 0, failed: 3 })
    expect(printed).toContain('✗ uses (not begun: it needs "breaks")')
    rmSync(made)
  })

  it('refuse a need that no step meets', async () => {
    await expect(runSteps([node('uses', '', 'nothing')])).rejects.toThrow('"uses" needs a step that is not there')
  })
})
