import { beating, type Fees, largerOf, type Market, nextFees, type Offers, withOffer } from '@tandem/sending'
import { type Logger, pause } from '@tandem/service-kit'
import { SignerError } from '@tandem/signers'
import { type Hex, keccak256 } from 'viem'
import type { AccountPanel, Offered } from './account-panel.ts'
import type { Call } from './call.ts'
import type { SolverClient } from './chain.ts'
import { type End, makeEndOfRound } from './end-of-round.ts'
import { makeMinedWatch } from './mined-watch.ts'
import type { Nonces } from './nonces.ts'

/** The outcome of a transaction that was mined. */
export interface Mined {
  txHash: Hex
  /** Wei. */
  fee: bigint
  /** Whether two endpoints say so, or the only one does. Else it goes on being offered for a while. */
  isAgreed: boolean
}

/** A transaction was mined, and changed nothing, as a receipt says. */
export class RevertedError extends Error {
  constructor(txHash: Hex) {
    super(`transaction ${txHash} was mined and reverted`)
    this.name = 'RevertedError'
  }
}

/** Gets transactions mined at nonces that are taken already, by replacing them with ones that pay more. */
export interface Pursuit {
  /** The chain's fees now, in wei per gas. @throws viem's error when no endpoint answers. */
  market(): Promise<Market>
  /**
   * Broadcasts at one nonce, with rising fees, until two endpoints show it mined, or say that the nonce is used. A key that cannot
   * sign now is asked again: the nonce is taken, and whatever comes after it waits for it.
   *
   * An end that one endpoint alone tells of is told too, so that nothing waits for ever where another one has stopped; but it may be
   * a lie, and so the transaction is offered for {@link keptRounds} more, which do nothing where it was mined.
   *
   * @param tx `again` decides anew before each replacement; `undefined` means that the call is no longer wanted, and a
   * transfer of nothing to the account itself takes its place for good. `isStale` says that the call was decided on too
   * long ago to be sent: it is asked after the signature, which may take seconds. `putsMoneyIn`: after its end was told, such a
   * transfer takes its place, because the caller decides anew whether to put money in.
   * @returns `undefined` when that transfer was mined instead of the call.
   * @throws RevertedError when the transaction was mined and reverted; Error when another transaction took the nonce, or
   * when the solver stops first.
   */
  pursue(tx: {
    nonce: number
    fees: Fees
    gas: bigint
    /** The gas of every second offer: an endpoint may have said far too much or far too little, so that it cannot be mined. */
    laterGas?: bigint
    call: Call
    again?: () => Promise<Call | undefined>
    isStale?: () => boolean
    putsMoneyIn?: boolean
  }): Promise<Mined | undefined>
  /** Starts to use a nonce by a transfer of nothing to the account itself, at twice the market's fees. */
  fillAt(nonce: number): Promise<void>
  /** A transfer of nothing to the account itself. */
  selfTransfer(): Call
  noteFailure(error: unknown): void
}

export interface PursuitOptions {
  /** How long a transaction may stay unmined before it is replaced by one that pays more. */
  replaceAfterMs: number
  stopping: AbortSignal
  logger: Logger
}

export const transferGas = 21_000n
/** Rounds for which a transaction is offered after one endpoint alone has told of its end. */
const keptRounds = 12
/** A key that could not sign is asked again after so long. */
const unsignedRetryMs = 1_000
/** Offers at one nonce that may be mined, and are looked for: those that nodes replace by each other are far fewer. */
const mostWatched = 40

export function makePursuit(
  client: SolverClient,
  { nonces, panel }: { nonces: Omit<Nonces, 'take' | 'pooled'>; panel: AccountPanel },
  options: PursuitOptions,
): Pursuit {
  const { stopping, logger } = options
  const { address } = client.account
  const noteFailure = (error: unknown) => void logger.warn('transaction.failed', { error: nameOf(error) })
  const { sign, broadcast } = makeOutlet(client, panel, noteFailure)
  // The first endpoint alone: where it does not say so, the others are asked for the receipt once a round.
  const countUsed = () => client.getTransactionCount({ address, blockTag: 'latest' })
  const intervalMs = client.pollingInterval
  const mined = makeMinedWatch(countUsed, { intervalMs, stopped: stopping })
  const endOfRound = makeEndOfRound(
    { panel, nonces, mined },
    { intervalMs, stopping, logger, chain: client.chain.name },
  )

  const selfTransfer = (): Call => ({ to: address, data: '0x', value: 0n })
  const market = panel.fees
  /** The first end that is told counts: a later one changes nothing. */
  const pursue: Pursuit['pursue'] = (tx) =>
    new Promise((resolve, reject) => {
      const tell = ({ end, isWanted }: Told) => {
        if ('reason' in end) reject(new Error(end.reason))
        else if (end.hasReverted) reject(new RevertedError(end.hash))
        else resolve(isWanted ? { txHash: end.hash, fee: end.fee, isAgreed: end.isAgreed } : undefined)
      }
      untilAgreed({ sign, broadcast, endOfRound, market, fillGaps, noteFailure, selfTransfer, ...options }, tx, tell)
        .catch(reject)
        .finally(() => nonces.giveUp(tx.nonce))
    })

  /** After a reorg, or when a node has forgotten a transaction, nothing of ours moves until the gap is filled. */
  async function fillGaps(fees: Fees, rounds: number): Promise<void> {
    const used = await nonces.used()
    // A gap is taken by asking for it: nothing may fail from here on.
    for (const nonce of nonces.gapsBelow(used, rounds)) fillWith(nonce, fees)
  }

  function fillWith(nonce: number, { maxFeePerGas, maxPriorityFeePerGas }: Fees): void {
    const fees = { maxFeePerGas: maxFeePerGas * 2n, maxPriorityFeePerGas: maxPriorityFeePerGas * 2n }
    void pursue({ nonce, fees, gas: transferGas, call: selfTransfer() }).catch(() => undefined)
  }
  const fillAt = async (nonce: number) => fillWith(nonce, (await market()).agreed)

  return { market, pursue, fillAt, selfTransfer, noteFailure }
}

interface Told {
  end: End
  /** Whether it is of the call, and not of the transfer of nothing in its place. */
  isWanted: boolean
}

type Parts = Pick<Pursuit, 'market' | 'selfTransfer' | 'noteFailure'> &
  Pick<PursuitOptions, 'replaceAfterMs' | 'stopping'> &
  ReturnType<typeof makeOutlet> & {
    endOfRound: ReturnType<typeof makeEndOfRound>
    fillGaps: (fees: Fees, rounds: number) => Promise<void>
  }

/** Offers a transaction round by round; tells of its end, perhaps more than once. @throws Error when the solver stops first. */
async function untilAgreed(
  { sign, broadcast, endOfRound, market, fillGaps, ...parts }: Parts,
  tx: Parameters<Pursuit['pursue']>[0],
  tell: (told: Told) => void,
): Promise<void> {
  const { selfTransfer, noteFailure, replaceAfterMs, stopping } = parts
  const { nonce, again, isStale = () => false } = tx
  let { fees, gas, call } = tx
  const unwanted = new Set<Hex>()
  let isWanted = true
  const offers = makeOffers()
  const giveUpCall = () => {
    isWanted = false
    gas = transferGas
    call = selfTransfer()
    fees = offers.priceInPlace(fees)
  }
  const seen = { shown: 0, told: 0 }
  for (let rounds = 0; ; ) {
    let offered: Offered | undefined
    const raw = await sign({ nonce, gas, ...fees, ...call })
    if (raw !== undefined && isWanted && again !== undefined && isStale() && (await again()) === undefined) {
      giveUpCall()
      continue
    }
    if (raw !== undefined) {
      // A node may have it although its answer did not come.
      const hash = keccak256(raw)
      offers.begin(hash)
      if (!isWanted) unwanted.add(hash)
      offered = await broadcast(raw)
      if (offered.answer() !== 'none') rounds += 1
    }
    const patience = offers.begun() === 0 ? Math.min(unsignedRetryMs, replaceAfterMs) : replaceAfterMs
    const until = Date.now() + patience
    const end = await endOfRound(nonce, { hashes: offers.watched(), rounds, patience, seen })
    offers.note(fees, offered)
    if (end !== undefined) tell({ end, isWanted: !('hash' in end && unwanted.has(end.hash)) })
    if (end?.isFinal === true || seen.told > keptRounds) return
    if (seen.told > 0 && tx.putsMoneyIn === true && isWanted) giveUpCall()
    if (seen.shown + seen.told > 0) await pause(Math.max(0, until - Date.now()), stopping)
    if (stopping.aborted) throw new Error('the solver stops before its transaction is mined')
    const told = (await market().catch(noteFailure)) ?? undefined
    if (told !== undefined) await fillGaps(told.agreed, rounds).catch(noteFailure)
    fees = offers.next(fees, told)
    // A chain that cannot be read now has not said that the call is unwanted.
    const wanted = again === undefined || !isWanted ? call : await again().catch(() => call)
    if (wanted === undefined) giveUpCall()
    else {
      call = wanted
      if (isWanted) gas = (isLaterGas(offers.begun()) ? tx.laterGas : undefined) ?? tx.gas
    }
  }
}

/** By turns of two offers, because fees may be raised and lowered by turns of one: each gas is offered at both. */
const isLaterGas = (offered: number): boolean => Math.ceil(offered / 2) % 2 === 1

/** Remembers the offers at one nonce, for the price of the next one. */
function makeOffers() {
  let offers: Offers | undefined
  /** The highest price at which a transaction may lie in a pool. */
  let most: Fees | undefined
  let begun = 0
  /** By its hash, whether an offer may lie in a pool; the latest comes last. */
  const watched = new Map<Hex, boolean>()
  return {
    /** How many were begun. */
    begun: () => begun,
    /** The offers that may be mined. Each is asked for with every round: where no price is taken they would be ever more. */
    watched: (): readonly Hex[] => [...watched.keys()],
    /** An offer is about to be handed to the endpoints. */
    begin(hash: Hex): void {
      const mayLieInPool = watched.get(hash)
      if (mayLieInPool === undefined) begun += 1
      watched.delete(hash)
      watched.set(hash, mayLieInPool ?? false)
      const [oldest] = watched.keys()
      if (watched.size > mostWatched && oldest !== undefined) watched.delete(oldest)
    },
    /** @param offered to the latest one; `undefined` where it was not signed. */
    note(fees: Fees, offered: Offered | undefined): void {
      offers = withOffer(offers, fees, offered?.answer() ?? 'none')
      const latest = [...watched.keys()].at(-1)
      if (offered?.mayLieInPool() === true) {
        most = largerOf(most ?? fees, fees)
        if (latest !== undefined) watched.set(latest, true)
      } else if (offered !== undefined && latest !== undefined && watched.get(latest) === false) watched.delete(latest)
    },
    next: (latest: Fees, market: Market | undefined): Fees =>
      nextFees({ ...(offers ?? withOffer(undefined, latest, 'none')), latest }, market),
    /**
     * The price of the transfer that takes the place of a call, from now on for good. The call may lie in a pool: the market does not
     * matter then. But an offer that every endpoint refused lies in none, and at its price the account might not be able to pay
     * even the transfer.
     */
    priceInPlace(fees: Fees): Fees {
      if (offers?.taken !== undefined) offers = { ...offers, taken: beating(offers.taken) }
      return most === undefined ? fees : largerOf(fees, beating(most))
    },
  }
}

/** Signs and broadcasts. Neither fails: both are tried again until the nonce is used. */
function makeOutlet(client: SolverClient, panel: Pick<AccountPanel, 'offer'>, noteFailure: (error: unknown) => void) {
  return {
    /** @returns `undefined` when the key cannot sign now: a KMS may be down. */
    async sign(tx: Call & Fees & { nonce: number; gas: bigint }): Promise<Hex | undefined> {
      try {
        return await client.account.signTransaction({ type: 'eip1559', chainId: client.chain.id, ...tx })
      } catch (error) {
        noteFailure(error)
        return undefined
      }
    },
    /** @returns the answers of endpoints. Whether it was mined it does not say: a receipt does, or the nonce's use. */
    async broadcast(raw: Hex): Promise<Offered> {
      const offered = await panel.offer(raw)
      if (offered.error !== undefined) noteFailure(offered.error)
      return offered
    },
  }
}

/** viem's full messages print the request, and a claim's request holds the secret. A signer's are made to be printed. */
function nameOf(error: unknown): string {
  if (error instanceof SignerError) return error.message
  return error instanceof Error ? error.name : 'unknown'
}
