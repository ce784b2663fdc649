import type { AssetConfig, IndicativeQuoteWire } from '@tandem/contracts'
import type { InitiationPath } from '@tandem/contracts/rules'
import type { SwapRunner } from '@tandem/react'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quoteQuery } from '../../api/queries.ts'
import { useApi } from '../../components/use-api.ts'
import { type Consents, consentsOf } from '../../domain/consents.ts'
import { defaultSlippageBips, leastAmount } from '../../domain/least-amount.ts'
import type { Deployment } from '../../swap/deployment.ts'
import type { Means } from '../../swap/read-abilities.ts'
import { useMeans } from '../../swap/use-means.ts'
import type { ConnectedWallet } from '../../wallet/use-wallet.ts'
import { type Payee, usePayee } from './use-payee.ts'

/** All that is known of a swap before it is started. */
export interface Offer {
  quote: UseQueryResult<IndicativeQuoteWire>
  /** The least accepted part of the quote, base units. */
  least: bigint
  slippageBips: bigint
  setSlippage: (bips: bigint) => void
  means: Means | undefined
  paths: readonly InitiationPath[] | undefined
  path: InitiationPath | undefined
  setPath: (path: InitiationPath) => void
  consents: Consents | undefined
  payee: Payee
  /** Its data is the key of the swap. */
  start: UseMutationResult<string, Error, void>
}

interface Wanted {
  deployment: Deployment
  runner: SwapRunner
  wallet: ConnectedWallet | undefined
  source: AssetConfig
  destination: AssetConfig
  /** Base units; `undefined` while there is none that can be swapped. */
  amount: bigint | undefined
}

/** The price of the moment, the ways to pay, and what starts the swap. */
export function useOffer({ deployment, runner, wallet, source, destination, amount }: Wanted): Offer {
  const quote = useQuery({
    ...quoteQuery(useApi(), { source: source.asset, destination: destination.asset, amount }),
    // The card keeps its height while another amount of the same pair is priced.
    placeholderData: (before) =>
      before?.source.asset === source.asset && before.destination.asset === destination.asset ? before : undefined,
  })
  const { means, paths } = useMeans(deployment, { asset: source, wallet, amount: amount ?? 0n })
  const isHop = deployment.network.routes.some(
    (route) => route.source === source.asset && route.destination === destination.asset && route.route_type === 'hop',
  )
  const payee = usePayee(wallet, { isContract: means?.isContractWallet ?? false, isHop })
  const [chosen, setPath] = useState<InitiationPath>()
  const [slippageBips, setSlippage] = useState(defaultSlippageBips)
  const path = chosen !== undefined && paths?.includes(chosen) ? chosen : paths?.[0]
  const least = leastAmount(BigInt(quote.data?.destination.amount ?? 0), slippageBips)
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
      return runner.start(request, { wallet, path })
    },
  })
  const consents =
    wallet === undefined || path === undefined
      ? undefined
      : consentsOf(path, {
          hasSecrets: runner.hasSecretsOf(wallet, chainIdOf(source, deployment)),
          isHop,
          isPermit2Approved: means?.isPermit2Approved ?? false,
        })
  return { quote, least, slippageBips, setSlippage, means, paths, path, setPath, consents, payee, start }
}

const chainIdOf = ({ asset }: AssetConfig, { network }: Deployment): number =>
  network.chains.find(({ chain }) => asset.startsWith(`${chain}:`))?.chain_id ?? 0
