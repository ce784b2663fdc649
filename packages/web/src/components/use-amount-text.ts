import type { IntentWire } from '@tandem/contracts'
import { amountText, shortAmountText } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { assetsQuery } from '../api/queries.ts'
import { useApi } from './use-api.ts'

/** Says an intent's amount in whole tokens. An asset that is no longer listed is shown in base units. */
export function useAmountText(): (intent: Pick<IntentWire, 'asset' | 'amount'>) => string {
  const { data: assets } = useQuery(assetsQuery(useApi()))
  return ({ asset, amount }) => {
    const token = assets?.find((one) => one.asset === asset)
    return token === undefined ? `${amount} ${asset}` : amountText(amount, token)
  }
}

/** Says an intent's amount for the eye; the exact one is shown when a pointer rests on it. */
export function useAmount(): (intent: Pick<IntentWire, 'asset' | 'amount'>) => { short: string; exact: string } {
  const { data: assets } = useQuery(assetsQuery(useApi()))
  const exactly = useAmountText()
  return (intent) => {
    const token = assets?.find((one) => one.asset === intent.asset)
    const exact = exactly(intent)
    return { exact, short: token === undefined ? exact : shortAmountText(intent.amount, token) }
  }
}
