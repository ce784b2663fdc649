import { type Fees, firstFees } from '@tandem/chain/sending'
import type { SignerLoad } from './domain/eligible-signer.ts'
import type { TransactionChain } from './ports.ts'
import type { StepDeps } from './step-ports.ts'

export interface Offer {
  offer: Fees
  loads: readonly SignerLoad[]
}

/** Reads the fees and the signers at the same time: under load, each question that waits for another delays every claim. */
export async function readOffer(deps: StepDeps, chain: TransactionChain): Promise<Offer> {
  const readKnown = async () => deps.readLoads(chain, await deps.knownSigners(chain))
  const [market, loads] = await Promise.all([chain.feeMarket(), readKnown()])
  return { offer: firstFees(market), loads }
}
