import {
  type EscrowTerms,
  encodeCancel,
  encodeClaim,
  encodeClaimBatch,
  encodeClaimHop,
  encodeCreateEscrow,
  encodeCreateEscrowPermit,
  encodeCreateEscrowSigned,
  encodeRecoverPrefund,
} from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { batchGasLimit, type GasLimits } from '../domain/gas-limits.ts'
import { type ChoreWork, type InitiationWork, isChore, type Settlement } from '../domain/settlement.ts'
import type { Call } from './ports.ts'

/** The transaction that does the work. A claim's holds the secret: build it only to simulate, sign and send it. */
export function callOf({ work }: Pick<Settlement, 'work'>, registry: Address, secret: Hex | undefined): Call {
  if (work.kind === 'initiation') return { to: registry, data: initiationData(work) }
  if (isChore(work)) return choreCall(work, registry, secret)
  if (secret === undefined) throw new Error('a claim needs its secret')
  const { destination, hop } = work
  return {
    to: registry,
    data:
      hop === null
        ? encodeClaim(destination.terms, secret)
        : encodeClaimHop(destination.terms, secret, hop.route, hop.signature),
  }
}

function choreCall({ chore, escrow }: ChoreWork, registry: Address, secret: Hex | undefined): Call {
  if (chore === 'cancel') return { to: registry, data: encodeCancel(escrow.terms) }
  if (chore === 'recover_prefund') return { to: registry, data: encodeRecoverPrefund(escrow.terms) }
  if (secret === undefined) throw new Error('a claim needs its secret')
  return { to: registry, data: encodeClaim(escrow.terms, secret) }
}

/** The transaction that claims several vaults of one registry, and its gas limit. It holds all their secrets. */
export function batchCallOf(
  claims: readonly { terms: EscrowTerms; secret: Hex }[],
  registry: Address,
  limits: GasLimits,
): { call: Call; gasLimit: bigint } {
  const items = claims.map((claim) => ({ ...claim, gasLimit: limits.claim }))
  return { call: { to: registry, data: encodeClaimBatch(items) }, gasLimit: batchGasLimit(items.length, limits) }
}

function initiationData({ source: { terms }, how }: InitiationWork): Hex {
  if (how.type === 'prefunded') return encodeCreateEscrow(terms)
  if (how.type === 'signed') return encodeCreateEscrowSigned({ terms, ...how })
  return encodeCreateEscrowPermit({ terms, ...how })
}
