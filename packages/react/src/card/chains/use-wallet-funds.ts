import type { AssetConfig } from '@tandem/contracts'
import type { InitiationPath } from '@tandem/contracts/rules'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useCard } from '../card-context.tsx'
import { choosePaths } from '../domain/choose-paths.ts'
import { readWalletFunds, type WalletFunds } from './read-wallet-funds.ts'

/** Returns the wallet's balance of an asset and the paths by which it can pay. Both are `undefined` while there is no wallet. */
export function useWalletFunds(asked: {
  asset: AssetConfig | undefined
  amount: bigint
  /** The address of the source escrow, once there is an order. It may hold the amount already. */
  vault?: Address | undefined
}): { funds: WalletFunds | undefined; paths: readonly [InitiationPath, ...InitiationPath[]] | undefined } {
  const { asset, amount, vault } = asked
  const { config, wallet } = useCard()
  const { data: funds } = useQuery({
    queryKey: ['tandem', 'wallet-funds', asset?.asset, wallet?.address, String(amount), vault],
    queryFn: () =>
      readWalletFunds(config.evidence, asset as AssetConfig, { owner: wallet?.address as Address, amount, vault }),
    enabled: wallet !== undefined && asset !== undefined,
    placeholderData: (before: WalletFunds | undefined) => before,
    refetchInterval: 10_000,
    // TanStack Query compares old and new data as JSON, which has no bigint.
    structuralSharing: false,
  })
  return { funds, paths: funds === undefined ? undefined : choosePaths(funds) }
}
