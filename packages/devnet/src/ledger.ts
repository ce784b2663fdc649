import { nativeToken } from '@tandem/escrow'
import type { Address } from 'viem'
import { type CountedAsset, formatAmount, formatDelta, gasPaid, readBalance } from './balances.ts'
import type { DevnetWallet } from './clients.ts'

export interface LedgerRow {
  who: string
  owner: Address
  client: DevnetWallet
  asset: CountedAsset
  /** How much the balance should have moved, in base units and without gas. */
  expected: bigint
}

interface OpenRow extends LedgerRow {
  before: bigint
  fromBlock: bigint
}

export interface LedgerResult {
  lines: string[]
  isExact: boolean
}

export async function openLedger(rows: readonly LedgerRow[]): Promise<{ close(): Promise<LedgerResult> }> {
  const open = await Promise.all(
    rows.map(async (row): Promise<OpenRow> => {
      const [before, head] = await Promise.all([
        readBalance(row.client, row.asset, row.owner),
        row.client.getBlockNumber(),
      ])
      return { ...row, before, fromBlock: head + 1n }
    }),
  )
  return {
    async close() {
      const closed = await Promise.all(open.map(closeRow))
      return { lines: table(closed.map(({ cells }) => cells)), isExact: closed.every(({ isExact }) => isExact) }
    },
  }
}

async function closeRow(row: OpenRow): Promise<{ cells: string[]; isExact: boolean }> {
  const { asset, client, owner } = row
  const after = await readBalance(client, asset, owner)
  // Gas is added back: it is paid in the native token, and is not part of the swap.
  const gas = asset.token === nativeToken ? await gasPaid(client, owner, row.fromBlock) : 0n
  const delta = after - row.before + gas
  const isExact = delta === row.expected
  const remark = isExact ? '✓ as quoted' : `✗ expected ${formatDelta(row.expected, asset)}`
  const cells = [
    row.who,
    asset.id,
    formatAmount(row.before, asset),
    formatAmount(after, asset),
    formatDelta(delta, asset),
    gas > 0n ? `${remark}, gas apart` : remark,
  ]
  return { cells, isExact }
}

const header = ['who', 'asset', 'before', 'after', 'moved', '']

function table(rows: string[][]): string[] {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((cells) => (cells[column] ?? '').length)))
  return all.map((cells) => `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
