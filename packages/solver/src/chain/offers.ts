import { sendToAll } from '@tandem/chain'
import {
  answerOf,
  beating,
  classifyBroadcastError,
  type Fees,
  firstFees,
  largerOf,
  mostTelling,
  type Newest,
  nextOffer,
  type PastOffer,
  payable,
} from '@tandem/sending'
import { ttlCache } from '@tandem/service-kit'
import { type Hex, keccak256 } from 'viem'
import { getBalance } from 'viem/actions'
import type { AccountFacts } from './account-facts.ts'
import { askReached } from './ask.ts'
import { askMarket } from './ask-fees.ts'
import type { Call } from './call.ts'
import type { SolverChain } from './chain.ts'

/** A transaction that was handed to the endpoints. */
export interface Offer extends PastOffer {
  hash: Hex
  raw: Hex
  /** Whether it makes the call, and is not the transfer of nothing in its place. */
  isCall: boolean
}

/** All that is known of one nonce. */
export interface AtNonce {
  readonly nonce: bigint
  gas: bigint
  call: Call
  /** Whether the call is still wanted; else a transfer of nothing takes its place for good. */
  isWanted: boolean
  /** Whether the next offer must replace all others, whatever the market asks. */
  isReplacing: boolean
  offers: readonly Offer[]
  newest: Newest | undefined
}

/** Makes offers at a nonce. */
export interface Outlet {
  /** The fees of the next offer, or the offer to be made again; neither where all stand. @throws UnbelievedError. */
  plan(at: AtNonce): Promise<{ fees?: Fees; again?: Offer }>
  /** @returns a signed offer; `undefined` when the key cannot sign now: a KMS may be down. */
  sign(at: AtNonce, fees: Fees): Promise<Offer | undefined>
  /** Hands an offer to every endpoint. Whether it is mined a receipt says, or the nonce's use. */
  send(at: AtNonce, offer: Offer | undefined): Promise<void>
}

/** A replacement offers no more than so many times what the market asks: twelve replacements from there. */
const mostMarketMultiple = 4n
/** Each offer is looked for; nodes replace far fewer of them by each other. */
const mostOffers = 40

export function makeOutlet(
  chain: SolverChain,
  facts: Pick<AccountFacts, 'now'>,
  options: {
    pollMs: number
    now: () => number
    noteFailure: (error: unknown) => undefined
    noteRefusal: (why: string) => void
  },
): Outlet {
  const { config, account, panel } = chain
  const { now, noteFailure, noteRefusal } = options
  const market = ttlCache(options.pollMs, () => askMarket(chain))
  const askBalance = () =>
    askReached(panel, 'balance', ({ client }) => getBalance(client, { address: account.address }))

  return {
    async plan({ offers, isReplacing, gas, call }) {
      const [asked, balance] = await Promise.all([market('now'), askBalance()])
      const most = balance - (call.value ?? 0n)
      const first = firstFees(asked)
      if (isReplacing) return { fees: payable(beatingAll(offers, twice(first)), gas, most) }
      if (offers.length === 0) return { fees: payable(first, gas, most) }
      const next = nextOffer(offers, asked, { price: most / gas, multiple: mostMarketMultiple })
      if (next === undefined) return {}
      return next.type === 'new' ? { fees: next.fees } : { again: next.past }
    },
    async sign({ nonce, gas, call, isWanted }, fees) {
      const tx = { type: 'eip1559', chainId: config.chain_id, nonce: Number(nonce), gas, ...fees, ...call } as const
      const raw = await account.signTransaction(tx).catch(noteFailure)
      return raw && { ...fees, raw, hash: keccak256(raw), isCall: isWanted, answer: 'none' }
    },
    async send(at, offer) {
      if (offer === undefined) return
      const isNew = !at.offers.includes(offer)
      if (isNew) at.offers = [...at.offers, offer].slice(-mostOffers)
      const [answers, { head = null }] = await Promise.all([sendToAll(panel, offer.raw), facts.now()])
      const message = mostTelling(answers)?.message
      const refusal = message === null ? null : classifyBroadcastError(message ?? '')
      if (refusal !== null) noteRefusal(refusal)
      offer.answer = answerOf(refusal)
      const signedBlock = isNew ? head : (at.newest?.signedBlock ?? head)
      at.newest = { signedBlock, sentAtMs: now(), refusal }
    },
  }
}

const twice = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees => ({
  maxFeePerGas: maxFeePerGas * 2n,
  maxPriorityFeePerGas: maxPriorityFeePerGas * 2n,
})

/** Fees that replace every offer that may lie in a pool: all but those that the account cannot pay. */
function beatingAll(offers: readonly Offer[], market: Fees): Fees {
  const kept = offers.filter(({ answer }) => answer !== 'unpayable')
  return kept.reduce((fees, one) => largerOf(fees, beating(one)), market)
}
