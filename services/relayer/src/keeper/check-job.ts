import { isBelieved } from '@tandem/chain'
import type { JobWork } from '../work/domain/work.ts'
import { type Chains, chainOf } from '../work/ports.ts'
import { decideJob, type JobDecision } from './domain/jobs.ts'

export async function checkJob({ job, escrow, consent }: JobWork, chains: Chains): Promise<JobDecision> {
  const chain = chainOf(chains, escrow)
  const { terms, vault } = escrow
  const [reading, balance] = await Promise.all([chain.readVault(escrow), chain.balanceOf(terms.token, vault)])
  if (!isBelieved(reading)) return { type: 'wait', reason: `${escrow.chain}: ${reading.reason}` }
  return decideJob(job, { ...reading.value, terms, balance, consentDeadline: consent?.deadline })
}
