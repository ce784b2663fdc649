import { type Fees, firstFees } from '@tandem/sending'
import type { SignerLoad } from './domain/eligible-signer.ts'
import type { TransactionChain } from './ports.ts'
import type { StepDeps } from './step-ports.ts'

/** The fees that a first transaction offers, and the signers to choose from. */
export interface Offer {
  offer: Fees
  loads: readonly SignerLoad[]
}

/** Asks for both at once: in a flood each question that waits for another one's answer delays every claim of a batch. */
export async function readOffer(deps: StepDeps, chain: TransactionChain): Promise<Offer> {
  const readKnown = async () => deps.readLoads(chain, await deps.knownSigners(chain))
  const [market, loads] = await Promise.all([chain.feeMarket(), readKnown()])
  return { offer: firstFees(market), loads }
}
