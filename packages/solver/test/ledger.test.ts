import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { LedgerEntry } from '../src/settlements/ledger-entry.ts'
import { openLedger } from '../src/settlements/ledger-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-ledger-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const path = () => join(dir, 'ledger.jsonl')
const csvPath = () => join(dir, 'ledger.csv')
const read = () => [readFileSync(path(), 'utf8'), readFileSync(csvPath(), 'utf8')]

const entry = (digit: string): LedgerEntry => ({
  settled_at: '2026-11-28T12:00:00.000Z',
  order_id: `order, "${digit}"`,
  quote_id: digit,
  outcome: 'filled',
  source_asset: 'a:usdc',
  source_vault: `0x${digit.repeat(40)}`,
  in: '100',
  in_decimals: 6,
  destination_asset: 'b:usdc',
  destination_vault: `0x${digit.repeat(40)}`,
  out: '99',
  out_decimals: 6,
  source_gas_wei: '1',
  destination_gas_wei: '1',
  in_usd: '1',
  out_usd: null,
  gas_usd: '0.1',
  profit_usd: null,
})
const [one, other] = [entry('a'), entry('b')]

async function writeAll(): Promise<void> {
  const ledger = await openLedger(path())
  for (const settled of [one, other, one]) await ledger.append(settled)
  await ledger.close()
}

describe('the ledger', () => {
  it('has each order once, as a JSON line and as a line of CSV', async () => {
    await writeAll()
    const [lines = '', csv = ''] = read()
    const written = lines.trimEnd().split('\n')
    expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([one, other])
    expect(csv.split('\n')).toEqual([
      Object.keys(one).join(','),
      expect.stringMatching(/^2026-11-28T12:00:00.000Z,"order, ""a""",a,filled,a:usdc,0xa+,100,6,b:usdc,.*,1,,0.1,$/),
      expect.stringContaining('"order, ""b"""'),
      '',
    ])
  })

  it('is complete after a kill at any byte of either file', async () => {
    await writeAll()
    const [lines = '', csv = ''] = read()
    for (let cut = 0; cut <= lines.length; cut += 7)
      for (const csvCut of [0, Math.min(cut, csv.length), csv.length]) {
        writeFileSync(path(), lines.slice(0, cut))
        writeFileSync(csvPath(), csv.slice(0, csvCut))
        await writeAll()
        expect({ cut, csvCut, files: read() }).toEqual({ cut, csvCut, files: [lines, csv] })
      }
  })

  it('refuses a file that holds something else, and leaves it as it is', async () => {
    writeFileSync(path(), '{"order_id":1}\n')
    await expect(openLedger(path())).rejects.toThrow('line 1')
    expect(readFileSync(path(), 'utf8')).toBe('{"order_id":1}\n')
  })
})
