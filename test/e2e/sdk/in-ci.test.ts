/**
 * The test that docs/testing-in-ci.md gives to apps, run as it stands. It moves the clocks of the chains, so it has a
 * stack of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Stack, startStack } from '@tandem/devnet'
import { runExampleFile, servePins } from '../../support/run-example.ts'

let stack: Stack
let folder: string
beforeAll(async () => {
  stack = await startStack()
  folder = mkdtempSync(join(tmpdir(), 'tandem-in-ci-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await stack?.stop()
})

it('sees a swap completed, and another one refunded', async () => {
  const pins = await servePins(stack)
  const program = runExampleFile('in-ci.ts', folder, {
    PAGE_URL: pins.url,
    STOP_SOLVER: `kill ${stack.solver.pid}`,
  })
  await program.ended
  pins.close()
  expect(program.output()).toMatch(/# pass 2\n/)
})
