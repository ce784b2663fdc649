import type { NoConsentReason, OrderConsentWire } from '@tandem/contracts'
import { AppError, singleFlight } from '@tandem/service-kit'
import type { Hex } from 'viem'
import type { NetworkIndex } from '../network/domain/network.ts'
import type { TimeOfChain } from '../network/time-of-chain.ts'
import type { Intent, Order } from '../orders/domain/order.ts'
import type { MakerEndpoint } from './ports.ts'

export type AskConsentDeps = {
  orders: { find(orderId: string): Promise<Order | undefined> }
  network: Pick<NetworkIndex, 'chain'>
  timeOf: TimeOfChain
  /** Undefined for a maker that the makers file does not list. */
  endpointOf: (makerId: string) => Pick<MakerEndpoint, 'askRefund'> | undefined
  /** Whether the source's recipient signed the consent. */
  isSigned: (source: Intent, chainId: number, consent: { deadline: number; signature: Hex }) => Promise<boolean>
  /** The error never contains the maker's answer itself. */
  onNoAnswer: (makerId: string, error: unknown) => void
}

/**
 * Asks the maker of an unfilled order to sign a consent, with which the user gets the source back at once.
 * @throws AppError ORDER_NOT_FOUND, CHAIN_UNAVAILABLE.
 */
export type AskConsent = (orderId: string) => Promise<OrderConsentWire>

/** A consent must last at least this long, so that the cancellation can be mined. */
const minSecs = 60

const none = (reason: NoConsentReason): OrderConsentWire => ({ consent: null, reason })

/** An invalid consent counts as no answer. Simultaneous callers share one question to the maker. */
export function makeAskConsent(deps: AskConsentDeps): AskConsent {
  return singleFlight(async (orderId: string): Promise<OrderConsentWire> => {
    const order = await deps.orders.find(orderId)
    if (order === undefined) throw new AppError('ORDER_NOT_FOUND', 'No order has this identifier.')
    const { source, destination, fillBy, makerQuote } = order
    if (source.create === null || source.claim !== null || source.cancel !== null) return none('not_open')
    if (destination.create !== null) return none('filled')
    if (makerQuote === null) return none('no_maker')
    if (fillBy === null || (await deps.timeOf(destination.chain)) < fillBy) return none('too_early')
    const endpoint = deps.endpointOf(makerQuote.maker_id)
    if (endpoint === undefined) return none('no_maker')
    const question = askOf(order, makerQuote.message.quote_id, deps.network)
    try {
      const answer = await endpoint.askRefund(question)
      if ('declined' in answer) return none('declined')
      const { deadline } = answer.consent
      if (deadline < (await deps.timeOf(source.chain)) + minSecs) throw new Error('the consent ends too early')
      const signature = answer.consent.signature as Hex
      if (!(await deps.isSigned(source, question.source_chain_id, { deadline, signature })))
        throw new Error('the consent is not signed by the recipient of the source')
      return { consent: answer.consent, reason: null }
    } catch (error) {
      deps.onNoAnswer(makerQuote.maker_id, error)
      return none('no_answer')
    }
  })
}

function askOf({ orderId, source }: Order, signedId: string, network: Pick<NetworkIndex, 'chain'>) {
  const chain = network.chain(source.chain)
  if (chain === undefined)
    throw new AppError('CHAIN_UNAVAILABLE', `${source.chain} is not in the network file any more.`)
  return {
    order_id: orderId,
    quote_id: signedId,
    source_chain_id: chain.chain_id,
    registry_address: source.registryAddress,
    swap_id: source.swapId,
  }
}
