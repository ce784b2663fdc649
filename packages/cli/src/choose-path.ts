import { nativeToken } from '@tandem/escrow'
import type { InitiationPath } from '@tandem/sdk'
import { type Address, isAddressEqual } from 'viem'
import { UsageError } from './failure.ts'

interface SourceAsset {
  asset: string
  token_address: string
  /** Whether the token has the `permit` function of EIP-2612. */
  permit: boolean
}

/** How the source escrow is paid, and who sends the transaction that creates it. */
export interface ChosenPath {
  path: InitiationPath
  by: 'relayer' | 'wallet'
}

/**
 * Chooses the path by which an asset is paid. If the user asked for a path, it checks by the network file that the
 * asset allows it. Whether a token works with EIP-3009 is not in the file; the SDK asks the chain later.
 *
 * @throws UsageError when the asset does not allow the path. Its message names a path that it allows.
 */
export function choosePath(source: SourceAsset, asked: Partial<ChosenPath> = {}): ChosenPath {
  const isNative = isAddressEqual(source.token_address as Address, nativeToken)
  const fitting: InitiationPath = isNative ? 'native' : source.permit ? 'permit' : 'signed'
  const path = asked.path ?? fitting
  const refused = (why: string) => new UsageError(`--path ${path}: ${source.asset} ${why}; use --path ${fitting}`)
  if (isNative && path !== 'native') throw refused('is the native token of its chain')
  if (!isNative && path === 'native') throw refused('is a token, and not native to its chain')
  if (path === 'permit' && !source.permit) throw refused('has no permit by the network file')
  if (isNative && asked.by === 'relayer')
    throw new UsageError(`--by relayer: only your wallet can send ${source.asset}; use --by wallet, or leave it out`)
  return { path, by: asked.by ?? (isNative ? 'wallet' : 'relayer') }
}
