import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type MakersList, noMakers } from './makers/makers-file.ts'
import { sha256Of, watchFile } from './watch-file.ts'

let dir: string
let stop: () => Promise<void>
beforeEach(() => {
  jest.useFakeTimers()
  dir = mkdtempSync(join(tmpdir(), 'watch-makers-'))
})
afterEach(async () => {
  await stop()
  jest.useRealTimers()
  rmSync(dir, { recursive: true })
})

/** A parser that accepts every file that begins with `good`. */
function parse(text: string): MakersList {
  if (!text.startsWith('good')) throw new Error(`it says ${text}`)
  return { makers: [], hasQuoteEngine: false, sha256: sha256Of(text) }
}

function watch(path: string) {
  const seen: string[] = []
  const file = watchFile(
    path,
    parse,
    {
      loaded: ({ sha256 }) => seen.push(`loaded ${sha256?.slice(0, 4)}`),
      broken: (error) => seen.push(`broken: ${(error as Error).message}`),
    },
    noMakers,
  )
  stop = file.stop
  return { file, seen, used: () => file.current().sha256 }
}

const reads = (times = 1) => jest.advanceTimersByTimeAsync(2_000 * times)
const loaded = (text: string) => `loaded ${sha256Of(text).slice(0, 4)}`

describe('watchFile', () => {
  it('takes a new version of the file, and keeps the last good one while the file is broken or gone', async () => {
    const path = join(dir, 'makers.json')
    writeFileSync(path, 'good 1')
    const { file, seen, used } = watch(path)
    file.start()
    expect(used()).toBe(sha256Of('good 1'))
    writeFileSync(path, 'good 2')
    await reads()
    expect(used()).toBe(sha256Of('good 2'))
    writeFileSync(path, 'bad')
    await reads(3)
    expect(used()).toBe(sha256Of('good 2'))
    unlinkSync(path)
    await reads(3)
    expect(used()).toBe(sha256Of('good 2'))
    writeFileSync(path, 'good 2')
    await reads(3)
    writeFileSync(path, 'good 3')
    await reads()
    expect(used()).toBe(sha256Of('good 3'))
    // The observer hears of each state once, however often the file is read.
    expect(seen).toEqual([
      loaded('good 1'),
      loaded('good 2'),
      'broken: it says bad',
      expect.stringContaining('broken: ENOENT'),
      loaded('good 2'),
      loaded('good 3'),
    ])
  })

  it('sees the swap of a symbolic link, by which Kubernetes changes a mounted file', async () => {
    for (const [version, text] of [
      ['..1', 'good 1'],
      ['..2', 'good 2'],
    ] as const) {
      mkdirSync(join(dir, version))
      writeFileSync(join(dir, version, 'makers.json'), text)
    }
    symlinkSync('..1', join(dir, '..data'))
    symlinkSync(join('..data', 'makers.json'), join(dir, 'makers.json'))
    const { file, used } = watch(join(dir, 'makers.json'))
    file.start()
    expect(used()).toBe(sha256Of('good 1'))
    symlinkSync('..2', join(dir, '..data_tmp'))
    renameSync(join(dir, '..data_tmp'), join(dir, '..data'))
    await reads()
    expect(used()).toBe(sha256Of('good 2'))
  })

  it('does not start with a file that it cannot use', () => {
    const path = join(dir, 'makers.json')
    expect(() => watch(path)).toThrow('ENOENT')
    writeFileSync(path, 'bad')
    expect(() => watch(path)).toThrow('it says bad')
  })
})
