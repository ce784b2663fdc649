import { isSignedBy, type MakerFact, type MakerRecordWire, makerOutcome, makerRecord } from '@tandem/contracts'
import type { Hex, PublicClient } from 'viem'

export interface EvidenceChain {
  client: Pick<PublicClient, 'getTransactionReceipt' | 'getBlock'>
  registry: string
}

/**
 * Computes a record again from its evidence, signatures and transactions. Empty when all holds. No transaction shows a
 * fade: read the vault at `destination.swap_id`.
 */
export async function recordProblems(
  record: MakerRecordWire,
  signer: string,
  chains: ReadonlyMap<string, EvidenceChain> = new Map(),
): Promise<string[]> {
  const problems: string[] = []
  const again = makerRecord(record.evidence, record.faults, { countedTo: record.counted_to, at: record.computed_at })
  const numbers = [
    ['fills', record.fills, again.fills],
    ['fades', record.fades, again.fades],
    ['pending', record.pending, again.pending],
    ['refused', record.refused, again.refused],
    ['strikes', record.strikes, again.strikes],
    ['benched_until', record.benched_until, again.benchedUntil],
  ] as const
  for (const [name, given, computed] of numbers)
    if (given !== computed) problems.push(`${name} is ${given}, and the evidence says ${computed}`)
  for (const fact of record.evidence) {
    const complain = (text: string) => problems.push(`order ${fact.order_id}: ${text}`)
    const outcome = makerOutcome(fact, record.counted_to)
    if (outcome !== fact.outcome) complain(`is called ${fact.outcome}, and is ${outcome}`)
    if (!(await isSignedBy(signer, fact.maker_quote))) complain('its quote is not signed by this maker')
    for (const side of ['source', 'destination'] as const) {
      const problem = await creationProblem(fact[side], chains.get(fact[side].chain))
      if (problem !== undefined) complain(`${side}: ${problem}`)
    }
  }
  return problems
}

async function creationProblem(
  side: Pick<MakerFact['destination'], 'create_tx_hash' | 'created_at' | 'swap_id'>,
  chain: EvidenceChain | undefined,
): Promise<string | undefined> {
  if (chain === undefined || side.create_tx_hash === null) return undefined
  const receipt = await chain.client.getTransactionReceipt({ hash: side.create_tx_hash as Hex }).catch(() => undefined)
  if (receipt === undefined) return 'its transaction is not on this chain'
  const named = side.swap_id.slice(2).toLowerCase()
  const isCreated = receipt.logs.some(
    ({ address, topics }) =>
      address.toLowerCase() === chain.registry.toLowerCase() && topics.some((topic) => topic?.endsWith(named)),
  )
  if (receipt.status !== 'success' || !isCreated) return 'its transaction did not create the escrow'
  const { timestamp } = await chain.client.getBlock({ blockNumber: receipt.blockNumber })
  return Number(timestamp) === side.created_at ? undefined : `it was created at ${timestamp}, not at ${side.created_at}`
}
