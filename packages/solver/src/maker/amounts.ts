import { finalAmountOf, hubAmountOf, type QuoteAsk } from '@tandem/contracts'
import { destinationFor, type PriceTerms, sourceFor } from './price.ts'
import type { Traded } from './traded.ts'

/**
 * How much the hub's escrow has to hold so that `final` arrives on the final chain; `undefined` when the bridge cannot
 * carry that amount.
 */
function escrowAmount(final: bigint, traded: Traded): bigint | undefined {
  const bridged = hubAmountOf(final, decimalsOf(traded))
  return bridged === undefined ? undefined : bridged + relayerFee(traded)
}

function finalAmount(held: bigint, traded: Traded): bigint {
  const bridged = held - relayerFee(traded)
  return bridged <= 0n ? 0n : finalAmountOf(bridged, decimalsOf(traded))
}

const decimalsOf = ({ escrow, final }: Traded) => ({ hub: escrow.asset.decimals, final: final.decimals })
const relayerFee = ({ route }: Traded) => BigInt(route.hop_relayer_fee ?? '0')

/**
 * The amounts of a quote in base units; `undefined` when the swap is not worth its gas, or the bridge cannot carry it.
 */
export function amountsFor(
  ask: QuoteAsk,
  traded: Traded,
  terms: PriceTerms,
): { source: bigint; final: bigint; escrow: bigint } | undefined {
  if (ask.source_amount !== null) {
    const source = BigInt(ask.source_amount)
    const final = finalAmount(destinationFor(source, terms), traded)
    const escrow = escrowAmount(final, traded)
    return final <= 0n || escrow === undefined ? undefined : { source, final, escrow }
  }
  if (ask.destination_amount === null) return undefined
  const final = BigInt(ask.destination_amount)
  const escrow = escrowAmount(final, traded)
  return escrow === undefined ? undefined : { source: sourceFor(escrow, terms), final, escrow }
}
