import type { IntentWire } from '@tandem/contracts'
import { amountText, shortAmountText } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { assetsQuery } from '../api/queries.ts'
import { useApi } from './use-api.ts'

/** Returns a function that writes an intent's amount exactly, in whole tokens. If the asset is not listed, it writes base units. */
export function useAmountText(): (intent: Pick<IntentWire, 'asset' | 'amount'>) => string {
  const { data: assets } = useQuery(assetsQuery(useApi()))
  return ({ asset, amount }) => {
    const token = assets?.find((one) => one.asset === asset)
    return token === undefined ? `${amount} ${asset}` : amountText(amount, token)
  }
}

/** Returns a function that writes an intent's amount with few digits, and exactly for the tooltip. */
export function useAmount(): (intent: Pick<IntentWire, 'asset' | 'amount'>) => { short: string; exact: string } {
  const { data: assets } = useQuery(assetsQuery(useApi()))
  const exactly = useAmountText()
  return (intent) => {
    const token = assets?.find((one) => one.asset === intent.asset)
    const exact = exactly(intent)
    return { exact, short: token === undefined ? exact : shortAmountText(intent.amount, token) }
  }
}
