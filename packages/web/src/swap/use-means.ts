import type { AssetConfig } from '@tandem/contracts'
import type { InitiationPath } from '@tandem/contracts/rules'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { choosePaths } from '../domain/choose-paths.ts'
import type { ConnectedWallet } from '../wallet/use-wallet.ts'
import type { Deployment } from './deployment.ts'
import { type Means, readMeans } from './read-abilities.ts'

/** A wallet's balance of an asset, and the ways in which it can pay with it; nothing while there is no wallet. */
export function useMeans(
  deployment: Deployment,
  asked: {
    asset: AssetConfig | undefined
    wallet: ConnectedWallet | undefined
    amount: bigint
    /** The source escrow's address, where the order is made. */
    vault?: Address | undefined
  },
): { means: Means | undefined; paths: readonly [InitiationPath, ...InitiationPath[]] | undefined } {
  const { asset, wallet, amount, vault } = asked
  const { data: means } = useQuery({
    queryKey: ['means', asset?.asset, wallet?.address, String(amount), vault],
    queryFn: () =>
      readMeans(deployment, asset as AssetConfig, { owner: (wallet as ConnectedWallet).address, amount, vault }),
    enabled: wallet !== undefined && asset !== undefined,
    placeholderData: (before: Means | undefined) => before,
    refetchInterval: 10_000,
    // Amounts are bigint.
    structuralSharing: false,
  })
  return { means, paths: means === undefined ? undefined : choosePaths(means) }
}
