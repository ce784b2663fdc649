import type { Network } from '@tandem/contracts'
import { createEscrowTypedData } from '@tandem/escrow'
import { hashTypedData, zeroAddress } from 'viem'
import { callOf } from '../work/call-of.ts'
import { batchKindOf } from '../work/domain/batch-kind.ts'
import type { InitiationWork } from '../work/domain/work.ts'
import { type Chains, chainOf, registryOf } from '../work/ports.ts'
import { isSignedByKey } from './is-signed-by-key.ts'

/** Whether the creation may share a transaction with others: it succeeds alone, and the registry calls nothing but the token. */
export async function mayShareTransaction(
  work: InitiationWork,
  { chains, network }: { chains: Chains; network: Network },
): Promise<boolean> {
  if (batchKindOf(work) === undefined) return false
  const { source, how } = work
  const on = registryOf(network, source)
  if (how.type === 'signed') {
    const digest = hashTypedData(createEscrowTypedData({ ...on, terms: source.terms, deadline: how.deadline }))
    if (!(await isSignedByKey(source.terms.creator, digest, how.creatorSignature))) return false
  }
  const chain = chainOf(chains, source)
  return chain.simulate(zeroAddress, callOf({ work }, on.registry, undefined), chain.gasLimits.initiation)
}
