import type { IntentWire } from '@tandem/contracts'
import { useQuery } from '@tanstack/react-query'
import { assetsQuery } from '../api/queries.ts'
import { amountText, dollarText } from '../domain/amount.ts'
import { useApi } from './use-api.ts'

/** Says an intent's amount in whole tokens. An asset that is no longer listed is shown in base units. */
export function useAmountText(): (intent: Pick<IntentWire, 'asset' | 'amount'>) => string {
  const { data: assets } = useQuery(assetsQuery(useApi()))
  return ({ asset, amount }) => {
    const token = assets?.find((one) => one.asset === asset)
    return token === undefined ? `${amount} ${asset}` : amountText(amount, token)
  }
}

/** About what an intent's amount was worth at the quote, in US dollars; nothing for an asset that is not listed. */
export function useDollarText(): (intent: Pick<IntentWire, 'asset' | 'amount'>, price: string) => string {
  const { data: assets } = useQuery(assetsQuery(useApi()))
  return ({ asset, amount }, price) => {
    const token = assets?.find((one) => one.asset === asset)
    return token === undefined ? '' : dollarText(amount, token.decimals, price)
  }
}
