import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Address } from 'viem'
import { openJournal } from '../src/journal.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-journal-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const source = `0x${'aA'.repeat(20)}` as Address
const vault = `0x${'bB'.repeat(20)}` as Address
const path = () => join(dir, 'journal.jsonl')
const at = (now: number, head = 5n) => openJournal({ path: path(), heads: { devnet_a: head }, now })
const funding = { vault, chain: 'devnet_b', nonce: 7 }

describe('the journal', () => {
  it('knows after a crash what was written before it', async () => {
    const first = await at(100)
    await first.noteFunding(source, funding, 1000)
    await first.noteConsent(source, 1000)
    // The journal is not closed, because the process was killed.
    const second = await at(200, 50n)
    expect([second.fundings(source.toLowerCase() as Address), second.isConsented(source)]).toEqual([[funding], true])
    expect([second.since('devnet_a'), second.fundings(vault)]).toEqual([5n, []])
    await first.close()
    await second.close()
  })

  it('begins at the head of a chain that it did not know', async () => {
    await (await openJournal({ path: path(), heads: {}, now: 100 })).close()
    const journal = await at(100, 77n)
    expect(journal.since('devnet_a')).toBe(77n)
    await journal.close()
  })

  it('passes over a last line that was not written to its end', async () => {
    const first = await at(100)
    await first.noteConsent(source, 1000)
    await first.close()
    appendFileSync(path(), '{"consent":{"sour')
    const second = await at(100)
    expect(second.isConsented(source)).toBe(true)
    await second.noteConsent(vault, 1000)
    await second.close()
    const third = await at(100)
    expect(third.isConsented(vault)).toBe(true)
    await third.close()
  })

  it('refuses a file that holds something else, and leaves it as it is', async () => {
    writeFileSync(path(), '{"consent":{}}\n')
    await expect(at(100)).rejects.toThrow('line 1')
    expect(readFileSync(path(), 'utf8')).toBe('{"consent":{}}\n')
  })

  it('forgets what has been of no use for a week', async () => {
    const first = await at(100)
    await first.noteConsent(source, 1000)
    await first.noteConsent(vault, 1000 + 7 * 86_400)
    await first.close()
    const second = await at(1001 + 7 * 86_400)
    expect([second.isConsented(source), second.isConsented(vault)]).toEqual([false, true])
    await second.close()
  })

  it('keeps to memory without a path', async () => {
    const journal = await openJournal({ path: undefined, heads: { devnet_a: 3n }, now: 0 })
    await journal.noteFunding(source, funding, 1000)
    expect([journal.fundings(source), journal.since('devnet_a')]).toEqual([[funding], 3n])
  })
})
