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
} from '@tandem/chain/sending'
import { ttlCache } from '@tandem/service-kit'
import { type Hex, keccak256 } from 'viem'
import { getBalance } from 'viem/actions'
import type { AccountFacts } from './account-facts.ts'
import { askReached } from './ask.ts'
import { askMarket } from './ask-fees.ts'
import type { Call } from './call.ts'
import type { SolverChain } from './chain.ts'

export interface Offer extends PastOffer {
  hash: Hex
  raw: Hex
  isCall: boolean
}

export interface AtNonce {
  readonly nonce: bigint
  gas: bigint
  call: Call
  /**
   * False when the call is not wanted any more: a transfer of nothing has taken its nonce, and the call is never sent
   * again.
   */
  isWanted: boolean
  isReplacing: boolean
  offers: readonly Offer[]
  newest: Newest | undefined
}

export interface Broadcaster {
  /**
   * Decides whether to sign again with higher fees (`fees`), or to send a past offer once more (`again`).
   *
   * @throws UnbelievedError
   */
  plan(at: AtNonce): Promise<{ fees?: Fees; again?: Offer }>
  /** Signs the call with these fees. @returns `undefined` when the key cannot sign now. */
  sign(at: AtNonce, fees: Fees): Promise<Offer | undefined>
  send(at: AtNonce, offer: Offer | undefined): Promise<void>
}

/** The most that fees may rise above the market's, as a multiple: about what twelve replacements reach. */
const maxMarketMultiple = 4n
/** How many offers of one nonce are remembered. Nodes accept far fewer replacements. */
const maxOffers = 40

export function makeBroadcaster(
  chain: SolverChain,
  facts: Pick<AccountFacts, 'now'>,
  options: {
    pollMs: number
    now: () => number
    noteFailure: (error: unknown) => undefined
    noteRefusal: (why: string) => void
  },
): Broadcaster {
  const { config, account, quorum } = chain
  const { now, noteFailure, noteRefusal } = options
  const market = ttlCache(options.pollMs, () => askMarket(chain))
  const askBalance = () =>
    askReached(quorum, 'balance', ({ client }) => getBalance(client, { address: account.address }))

  return {
    async plan({ offers, isReplacing, gas, call }) {
      const [asked, balance] = await Promise.all([market('now'), askBalance()])
      const most = balance - (call.value ?? 0n)
      const first = firstFees(asked)
      if (isReplacing) return { fees: payable(beatingAll(offers, twice(first)), gas, most) }
      if (offers.length === 0) return { fees: payable(first, gas, most) }
      const next = nextOffer(offers, asked, { price: most / gas, multiple: maxMarketMultiple })
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
      if (isNew) at.offers = [...at.offers, offer].slice(-maxOffers)
      const [answers, { head = null }] = await Promise.all([sendToAll(quorum, offer.raw), facts.now()])
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

/** Fees that are high enough to replace every offer that may still be in a mempool. */
function beatingAll(offers: readonly Offer[], market: Fees): Fees {
  const kept = offers.filter(({ answer }) => answer !== 'unpayable')
  return kept.reduce((fees, one) => largerOf(fees, beating(one)), market)
}
