import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { programArgs } from './program-args.ts'

const program = fileURLToPath(new URL('../../devnet/src/cli.ts', import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-program-args-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('programArgs', () => {
  it('runs the source where nothing is bundled, also when other programs are', () => {
    for (const env of [{}, { TANDEM_TEST_PROGRAMS: folder }]) {
      const args = programArgs(program, env)
      expect(args).toContain('--conditions=tandem:source')
      expect(args.at(-1)).toBe(program)
    }
  })

  it('runs the bundle where there is one', () => {
    mkdirSync(join(folder, 'packages/devnet/src'), { recursive: true })
    const bundle = join(folder, 'packages/devnet/src/cli.js')
    writeFileSync(bundle, '')
    expect(programArgs(program, { TANDEM_TEST_PROGRAMS: folder })).toEqual(['--no-warnings', bundle])
  })
})
