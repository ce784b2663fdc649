import { isSignedBy, rfqIdOf } from '@tandem/contracts/rules'
import { isSameAddress } from '@tandem/escrow'
import { type Address, isAddressEqual } from 'viem'
import type { Order, Quote } from '../client/types.ts'
import { chainOf, chainOfAsset, type KnownNetwork } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'

type MakerQuote = NonNullable<Order['maker_quote']>

/**
 * Checks that a market maker has signed the amounts, assets, addresses and times of a quote or an order. The orderbook
 * names the signer, so it could name a key of its own: pass `signers` to accept only makers that you know, and
 * `network` to compare the chain ids with the pinned ones.
 *
 * @param options.signers the addresses that are accepted; any by default.
 * @returns what the maker signed; `null` for a quote that the quote engine made, which nobody signs.
 * @throws `UNVERIFIED`. The message names the first mismatch.
 * @example
 * const promise = await verifyMakerQuote(swap.order, { signers: knownMakers, network })
 */
export async function verifyMakerQuote(
  subject: Quote | Order,
  { signers, network }: { signers?: readonly Address[]; network?: KnownNetwork } = {},
): Promise<MakerQuote | null> {
  const makerQuote = subject.maker_quote ?? null
  if (makerQuote === null) return null
  const chainIds = network === undefined ? [] : ofChains(makerQuote, network)
  const wrong = [...misfits(subject, makerQuote), ...chainIds].find(([, isRight]) => !isRight)
  if (wrong !== undefined) throw unverified(`${wrong[0]} is not what the maker signed`)
  const signer = makerQuote.signer as Address
  if (signers !== undefined && !signers.some((known) => isAddressEqual(known, signer)))
    throw unverified('its signer is not a known maker')
  if (!(await isSignedBy(signer, makerQuote))) throw unverified('the signature is not by its signer')
  return makerQuote
}

function misfits(subject: Quote | Order, { message }: MakerQuote): [string, boolean][] {
  const shared: [string, boolean][] = [
    ['quote_id', message.quote_id === rfqIdOf(subject.quote_id)],
    ['initiate_by', subject.initiate_by === message.initiate_by],
    ['fill_by', subject.fill_by === message.fill_by],
  ]
  return [...shared, ...('source_intent' in subject ? ofOrder(subject, message) : ofQuote(subject, message))]
}

/**
 * Compares the chain ids in the maker's promise with the pinned ones. On a hop, the destination escrow is on the hub.
 */
function ofChains({ message }: MakerQuote, network: KnownNetwork): [string, boolean][] {
  const source = chainOf(network, chainOfAsset(message.source_asset))
  const destination = chainOf(network, chainOfAsset(message.destination_asset))
  const escrow = destination.hub_chain == null ? destination : chainOf(network, destination.hub_chain)
  return [
    ['source_chain_id', source.chain_id === message.source_chain_id],
    ['destination_chain_id', escrow.chain_id === message.destination_chain_id],
  ]
}

const ofQuote = (quote: Quote, message: MakerQuote['message']): [string, boolean][] => [
  ['source asset', quote.source.asset === message.source_asset],
  ['source amount', quote.source.amount === message.source_amount],
  ['destination asset', quote.destination.asset === message.destination_asset],
  ['destination amount', quote.destination.amount === message.destination_amount],
  ['source_solver_address', isSameAddress(quote.source_solver_address, message.source_recipient)],
  ['dest_solver_address', isSameAddress(quote.dest_solver_address, message.destination_creator)],
]

const ofOrder = (order: Order, message: MakerQuote['message']): [string, boolean][] => {
  const { source_intent: source, destination_intent: destination } = order
  return [
    ['source asset', source.asset === message.source_asset],
    ['source token', isSameAddress(source.token_address, message.source_token)],
    ['source amount', source.amount === message.source_amount],
    ['source recipient', isSameAddress(source.recipient, message.source_recipient)],
    ['destination token', isSameAddress(destination.token_address, message.destination_token)],
    ['destination amount', destination.l1_hop || destination.amount === message.destination_amount],
    ['destination creator', isSameAddress(destination.creator, message.destination_creator)],
  ]
}

const unverified = (reason: string) => new TandemError('UNVERIFIED', `the maker's promise does not hold: ${reason}`)
