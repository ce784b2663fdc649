import type { AssetConfig } from '@tandem/contracts'
import type { InitiationPath } from '@tandem/contracts/rules'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useCard } from '../card-context.tsx'
import { choosePaths } from '../domain/choose-paths.ts'
import { type Means, readMeans } from './read-abilities.ts'

/** A wallet's balance of an asset, and the ways in which it can pay with it; nothing while there is no wallet. */
export function useMeans(asked: {
  asset: AssetConfig | undefined
  amount: bigint
  /** The source escrow's address, where the order is made. */
  vault?: Address | undefined
}): { means: Means | undefined; paths: readonly [InitiationPath, ...InitiationPath[]] | undefined } {
  const { asset, amount, vault } = asked
  const { config, wallet } = useCard()
  const { data: means } = useQuery({
    queryKey: ['tandem', 'means', asset?.asset, wallet?.address, String(amount), vault],
    queryFn: () =>
      readMeans(config.evidence, asset as AssetConfig, { owner: wallet?.address as Address, amount, vault }),
    enabled: wallet !== undefined && asset !== undefined,
    placeholderData: (before: Means | undefined) => before,
    refetchInterval: 10_000,
    // Amounts are bigint.
    structuralSharing: false,
  })
  return { means, paths: means === undefined ? undefined : choosePaths(means) }
}
