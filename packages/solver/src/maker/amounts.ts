import { integratorFee, type QuoteAsk, receivedBeside } from '@tandem/contracts'
import { destinationFor, type PriceTerms, sourceFor } from './price.ts'
import type { Traded } from './traded.ts'

/** Undefined when the bridge cannot carry it. */
function escrowAmount(final: bigint, { route, escrow, final: target }: Traded): bigint | undefined {
  const fee = BigInt(route.hop_relayer_fee ?? '0')
  const scale = 10n ** BigInt(Math.abs(target.decimals - escrow.asset.decimals))
  if (target.decimals <= escrow.asset.decimals) return final * scale + fee
  return final % scale === 0n ? final / scale + fee : undefined
}

function finalAmount(held: bigint, { route, escrow, final: target }: Traded): bigint {
  const bridged = held - BigInt(route.hop_relayer_fee ?? '0')
  if (bridged <= 0n) return 0n
  const scale = 10n ** BigInt(Math.abs(target.decimals - escrow.asset.decimals))
  return target.decimals >= escrow.asset.decimals ? bridged * scale : bridged / scale
}

/** Undefined when the swap is not worth its gas. */
export function amountsFor(
  ask: QuoteAsk,
  traded: Traded,
  terms: PriceTerms,
): { source: bigint; final: bigint; escrow: bigint; fee: bigint } | undefined {
  const feeBips = ask.integrator?.fee_bips ?? 0
  if (ask.source_amount !== null) {
    const source = BigInt(ask.source_amount)
    const final = finalAmount(receivedBeside(destinationFor(source, terms), feeBips), traded)
    const escrow = escrowAmount(final, traded)
    return final <= 0n || escrow === undefined
      ? undefined
      : { source, final, escrow, fee: integratorFee(final, feeBips) }
  }
  if (ask.destination_amount === null) return undefined
  const final = BigInt(ask.destination_amount)
  const escrow = escrowAmount(final, traded)
  const fee = integratorFee(final, feeBips)
  return escrow === undefined ? undefined : { source: sourceFor(escrow + fee, terms), final, escrow, fee }
}
