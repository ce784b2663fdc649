import { type Hex, sha256 } from 'viem'
import type { Sponsor } from '../budgets/sponsor.ts'
import { type CheckDeps, checkClaim } from '../claims/check-claim.ts'
import { findEnding } from '../work/find-settling.ts'
import { chainOf, type HasSigner, requireSigner, type WorkTransactions } from '../work/ports.ts'
import { countReady, lookPauseMs, type ShownShare, stepOfShare, turnMs } from './domain/share-rules.ts'
import { openShares } from './open-shares.ts'
import type { AskPeers, HeldShare, ShareStore } from './ports.ts'

export interface StandInDeps extends CheckDeps {
  shares: Omit<ShareStore, 'keep'>
  askPeers: AskPeers
  transactions: Pick<WorkTransactions, 'submitAgain' | 'wake'>
  hasSigner: HasSigner
  sponsor: Sponsor
  onFailed: (orderId: string, error: unknown) => void
}

const mostAtOnce = 50
const mostRounds = 20
/** Until peers are ready, and until a claim is at depth. */
const pauses = { peersMs: 1_500, claimedMs: 10_000 }

/** Where the reveal is safe, and enough relayers say the same, the secret is put together and claimed. */
export function makeStandIn(deps: StandInDeps): () => Promise<void> {
  const { shares, onFailed } = deps
  return async () => {
    for (let round = 0, isFull = true; isFull && round < mostRounds; round += 1)
      isFull = (await lookAtDue()) === mostAtOnce
  }

  async function lookAtDue(): Promise<number> {
    const due = await shares.takeDue(mostAtOnce)
    await Promise.all(
      due.map((held) =>
        lookAt(held, deps)
          .then((afterMs) => (afterMs === undefined ? shares.forget(held.id) : shares.lookAgain(held.id, afterMs)))
          .catch((error) => onFailed(held.orderId, error)),
      ),
    )
    return due.length
  }
}

/** @returns milliseconds until the share is due again; undefined when nothing is left to do. */
async function lookAt(held: HeldShare, deps: StandInDeps): Promise<number | undefined> {
  const { work } = held
  const chain = chainOf(deps.chains, work.destination)
  const secsLeft = work.destination.terms.cancelAfter - deps.now() / 1_000
  const { claimSafetySecs } = chain
  const step = stepOfShare(await checkClaim(work, deps), { isReady: held.readyAt !== null, secsLeft, claimSafetySecs })
  switch (step) {
    case 'forget':
      return undefined
    case 'settled':
      return (await findEnding(chain, work)).type === 'done' ? undefined : pauses.claimedMs
    case 'wait':
      return lookPauseMs(deps.now() - held.createdAt.getTime())
    case 'go':
      return claimWithPeers(held, chain.blockTimeMs, deps)
  }
}

async function claimWithPeers(held: HeldShare, blockTimeMs: number, deps: StandInDeps): Promise<number> {
  const { shares, askPeers, now } = deps
  const { deal, work, orderId } = held
  if (held.readyAt === null) await requireMeans(held, deps)
  const readyAt = await shares.mark(held.id, 'ready')
  const [own, answers] = await Promise.all([shares.ofOrder(orderId), askPeers(orderId)])
  const ownHashes = own.map(({ shareHash }) => shareHash)
  if (countReady(deal, ownHashes, answers) >= deal.leastReady) await shares.mark(held.id, 'given')
  const opened = await Promise.all(own.map(({ id }) => shares.open(id)))
  // A liar that seemed ready to one peer alone has that peer's share.
  const secret = await openShares(ofDeal(held, opened, answers), work.destination.terms.commitmentHash)
  if (secret === undefined) return pauses.peersMs
  const waitMs = readyAt.getTime() + turnMs(deal, held.shareHash, blockTimeMs) - now()
  if (waitMs > 0) return waitMs
  await claim(held, secret, deps)
  return pauses.claimedMs
}

/**
 * Once a share is given the claim must be made: what could refuse it is asked before.
 * @throws AppError SIGNER_UNAVAILABLE, and the {@link Sponsor}'s.
 */
async function requireMeans({ orderId, userId, work }: HeldShare, { hasSigner, sponsor }: StandInDeps): Promise<void> {
  requireSigner(hasSigner, work.destination)
  await sponsor({ order: { order_id: orderId, user_id: userId }, work, isPublic: false })
}

/** The orderbook could keep the claim back. */
async function claim({ orderId, work }: HeldShare, secret: Hex, { transactions }: StandInDeps): Promise<void> {
  const submission = { orderId, work, commitmentHash: work.destination.terms.commitmentHash, secret }
  const { request, isNew } = await transactions.submitAgain(submission)
  if (isNew) transactions.wake(request)
}

/** A share that the user did not sign for is none. */
function ofDeal({ deal }: HeldShare, own: readonly (Hex | undefined)[], answers: readonly (readonly ShownShare[])[]) {
  const shown = [...own, ...answers.flat().map(({ share }) => share)]
  return shown.filter((share): share is Hex => share != null && deal.shareHashes.includes(sha256(share)))
}
