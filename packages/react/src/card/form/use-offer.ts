import type { AssetConfig, Network } from '@tandem/contracts'
import type { InitiationPath } from '@tandem/contracts/rules'
import type { IndicativeQuote, TandemError } from '@tandem/sdk'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCard } from '../card-context.tsx'
import type { WalletFunds } from '../chains/read-wallet-funds.ts'
import { useWalletFunds } from '../chains/use-wallet-funds.ts'
import { countPrompts, type PromptCounts } from '../domain/prompt-counts.ts'
import { defaultSlippageBips, minReceived } from '../domain/slippage.ts'
import { quoteQuery } from '../queries.ts'
import { type Payee, usePayee } from './use-payee.ts'

/** Everything that the form shows of a swap before it starts. */
export interface Offer {
  quote: UseQueryResult<IndicativeQuote, TandemError>
  /** The least that the user accepts, in base units: the quote, less the slippage. */
  least: bigint
  slippageBips: bigint
  setSlippage: (bips: bigint) => void
  funds: WalletFunds | undefined
  paths: readonly InitiationPath[] | undefined
  path: InitiationPath | undefined
  setPath: (path: InitiationPath) => void
  prompts: PromptCounts | undefined
  payee: Payee
  /** Starts the swap. The mutation's data is the key of the swap. */
  start: UseMutationResult<string, Error, void>
}

interface Wanted {
  source: AssetConfig
  destination: AssetConfig
  /** Base units of the source. It is `undefined` while nothing was typed that can be swapped. */
  amount: bigint | undefined
}

/** Asks for the price of a swap and for the wallet's funds, and starts the swap. */
export function useOffer({ source, destination, amount }: Wanted): Offer {
  const { config, wallet } = useCard()
  const { client, network, swaps } = config
  const quote = useQuery({
    ...quoteQuery(client, { source: source.asset, destination: destination.asset, amount }),
    // The old price stays until the new one comes, so that the card keeps its height.
    placeholderData: (before) =>
      before?.source.asset === source.asset && before.destination.asset === destination.asset ? before : undefined,
  })
  const { funds, paths } = useWalletFunds({ asset: source, amount: amount ?? 0n })
  const isHop = network.routes.some(
    (route) => route.source === source.asset && route.destination === destination.asset && route.route_type === 'hop',
  )
  const payee = usePayee(wallet, { isContract: funds?.isContractWallet ?? false, isHop })
  const [chosen, setPath] = useState<InitiationPath>()
  const [slippageBips, setSlippage] = useState(defaultSlippageBips)
  const path = chosen !== undefined && paths?.includes(chosen) ? chosen : paths?.[0]
  const least = minReceived(BigInt(quote.data?.destination.amount ?? 0), slippageBips)
  const start = useMutation<string, Error, void>({
    mutationFn: () => {
      if (wallet === undefined || path === undefined || payee.recipient.kind !== 'given')
        throw new Error('there is no wallet to swap with, or nobody to pay')
      if (amount === undefined || least === 0n || quote.isPlaceholderData)
        throw new Error('there is no price to swap at')
      const request = {
        userId: wallet.address,
        sourceAsset: source.asset,
        destinationAsset: destination.asset,
        sourceAmount: amount,
        minReceived: least,
        sourceAddress: wallet.address,
        destinationAddress: payee.recipient.address,
      }
      return swaps.start(request, { wallet, path })
    },
  })
  const prompts =
    wallet === undefined || path === undefined
      ? undefined
      : countPrompts(path, {
          hasSecrets: swaps.hasSecretsOf(wallet, chainIdOf(source, network)),
          isHop,
          isPermit2Approved: funds?.isPermit2Approved ?? false,
        })
  return { quote, least, slippageBips, setSlippage, funds, paths, path, setPath, prompts, payee, start }
}

const chainIdOf = ({ asset }: AssetConfig, { chains }: Network): number =>
  chains.find(({ chain }) => asset.startsWith(`${chain}:`))?.chain_id ?? 0
