import { nativeToken } from '@tandem/escrow'
import { type Address, type Client, erc20Abi, isAddressEqual } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import type { Order } from '../client/types.ts'
import { chainOf, type KnownNetwork } from '../known-network.ts'
import type { SwapState } from '../swap-state.ts'
import { escrowOf } from '../verify-order.ts'
import { confirmationDepth, highestWorthUsd } from './confirmation-depth.ts'
import { type EvidenceOptions, evidenceOf } from './evidence-options.ts'
import { judgeEnd, type SwapEnd } from './judge-end.ts'
import { readVaultEvidence } from './read-vault-evidence.ts'

/**
 * How a kept swap ended, by the application's endpoints alone: with an answer its state may be forgotten, and no server's
 * word is in it.
 *
 * @returns `undefined` as long as the state may still be needed, or when the chains cannot be asked.
 */
export async function readEnd(
  { order, fundableUntil = 0 }: Pick<SwapState, 'order' | 'fundableUntil'>,
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
): Promise<SwapEnd | undefined> {
  if (order === undefined) return undefined
  try {
    const source = await readSide(order, 'source_intent', network, options)
    const { chain } = order.destination_intent
    const isAsked = source.atDepth.state === 'claimed' && chain !== ''
    const destination = isAsked ? await readSide(order, 'destination_intent', network, options) : undefined
    return judgeEnd({ source, destination, fundableUntil })
  } catch {
    // Without an answer of the chains nothing is forgotten.
    return undefined
  }
}

async function readSide(
  order: Order,
  side: 'source_intent' | 'destination_intent',
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
) {
  const intent = order[side]
  const { vault, terms } = escrowOf(intent)
  const chain = chainOf(network, intent.chain)
  const evidence = evidenceOf(options, chain)
  const depth = confirmationDepth(chain, options?.valueUsd ?? highestWorthUsd(order, network))
  const views = await readVaultEvidence(evidence, { vault, terms, depth })
  // Each endpoint that is named must answer: a single one could hide money.
  const helds = await Promise.all(evidence.clients.map((client) => readHeld(client, terms.token, vault)))
  return { ...views, held: helds.reduce((sum, held) => sum + held, 0n), cancelAfter: terms.cancelAfter }
}

/** Base units of a token, the native one as well, that an address holds in the newest block. */
export const readHeld = (client: Client, token: Address, address: Address): Promise<bigint> =>
  isAddressEqual(token, nativeToken)
    ? getBalance(client, { address })
    : readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
