import {
  encodeClaim,
  encodeClaimHop,
  encodeCreateEscrow,
  encodeCreateEscrowPermit,
  encodeCreateEscrowSigned,
} from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { InitiationWork, Settlement } from '../domain/settlement.ts'
import type { Call } from './ports.ts'

/** The transaction that does the work. A claim's holds the secret: build it only to simulate, sign and send it. */
export function callOf({ work }: Pick<Settlement, 'work'>, registry: Address, secret: Hex | undefined): Call {
  if (work.kind === 'initiation') return { to: registry, data: initiationData(work) }
  if (secret === undefined) throw new Error('a claim needs its secret')
  const { destination, hop } = work
  return {
    to: destination.vault,
    data: hop === null ? encodeClaim(secret) : encodeClaimHop(secret, hop.route, hop.signature),
  }
}

function initiationData({ source: { terms }, how }: InitiationWork): Hex {
  if (how.type === 'prefunded') return encodeCreateEscrow(terms)
  if (how.type === 'signed') return encodeCreateEscrowSigned({ terms, ...how })
  return encodeCreateEscrowPermit({ terms, ...how })
}
