import type { ChoreWork } from '../work/domain/work.ts'
import { type Chains, chainOf } from '../work/ports.ts'
import { type ChoreVerdict, judgeChore } from './domain/jobs.ts'

/** Reads the vault anew and decides whether the keeper may act on it now. */
export async function checkJob({ chore, escrow, consent }: ChoreWork, chains: Chains): Promise<ChoreVerdict> {
  const chain = chainOf(chains, escrow)
  const { terms, vault } = escrow
  const [reading, balance] = await Promise.all([chain.readAgreedVault(escrow), chain.balanceOf(terms.token, vault)])
  if (!reading.isAgreed) return { verdict: 'wait', reason: `${escrow.chain}: ${reading.reason}` }
  return judgeChore(chore, { ...reading.value, terms, balance, consentDeadline: consent?.deadline })
}
