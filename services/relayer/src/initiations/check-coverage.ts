import type { Network } from '@tandem/contracts'
import { permit2Address } from '@tandem/escrow'
import type { Address } from 'viem'
import type { InitiationWork } from '../work/domain/work.ts'
import { type Chains, chainOf, registryOf, type WorkStore } from '../work/ports.ts'
import { type Coverage, coverageOf, type Pull, type PullBy } from './domain/coverage.ts'

export interface CheckCoverageDeps {
  store: Pick<WorkStore, 'pullsBeside'>
  chains: Chains
  network: Network
}

/** How the tokens leave the creator's account; undefined when they have left it already. */
export function pullByOf({ how }: InitiationWork): PullBy | undefined {
  switch (how.type) {
    case 'prefunded':
      return undefined
    case 'signed':
      return 'allowance'
    case 'permit':
      return 'permit'
    case 'permit2':
      return 'permit2'
    case 'eip3009':
      return 'authorization'
  }
}

/**
 * Whether the creator's balance and allowance suffice beside the other initiations of this creator and token that are
 * open. A simulation alone cannot see those.
 * @returns undefined for an initiation that takes nothing from an account.
 */
export async function checkCoverage(
  { id, work }: { id: string; work: InitiationWork },
  { store, chains, network }: CheckCoverageDeps,
): Promise<Coverage | undefined> {
  const by = pullByOf(work)
  if (by === undefined) return undefined
  const { chain: name, vault, terms } = work.source
  const { token, creator, amount } = terms
  const chain = chainOf(chains, work.source)
  const stored = await store.pullsBeside(name, { token, creator })
  // Mined initiations are separated before the balance is read, because that balance already lacks their amounts.
  const mined = stored.flatMap(({ request }) => (request.state === 'mined' ? [request.id] : []))
  const pulls = stored.flatMap((one) => (one.request.state === 'mined' ? [] : [pullOf(one)]))
  // With no other initiation of the account the simulation alone decides.
  if (pulls.every((one) => one.id === id)) return { lacks: undefined, counted: mined }
  const ways = new Set(pulls.map((one) => one.by))
  const allowed = (way: PullBy, spender: Address) => (ways.has(way) ? chain.allowance(token, creator, spender) : 0n)
  const [balance, registry, permit2] = await Promise.all([
    chain.balanceOf(token, creator),
    allowed('allowance', registryOf(network, work.source).registry),
    allowed('permit2', permit2Address),
  ])
  const { lacks, counted } = coverageOf(id, pulls, { balance, registry, permit2 })
  // Anyone may use an authorization at the token itself: then the vault holds the amount, and the account gives nothing.
  if (lacks !== undefined && by === 'authorization' && (await chain.balanceOf(token, vault)) >= amount)
    return { lacks: undefined, counted: stored.map(({ request }) => request.id) }
  return { lacks, counted: [...mined, ...counted] }
}

function pullOf({ request, isInFlight }: Awaited<ReturnType<WorkStore['pullsBeside']>>[number]): Pull {
  const { id, work, reverts, createdAt } = request
  const by = pullByOf(work)
  if (by === undefined) throw new Error('a prefunded initiation takes nothing from an account')
  return { id, amount: work.source.terms.amount, by, isInFlight, reverts, createdAt }
}
