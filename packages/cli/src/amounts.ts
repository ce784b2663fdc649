import { InvalidArgumentError } from 'commander'
import { formatUnits, parseUnits } from 'viem'
import { UsageError } from './failure.ts'
import type { Settings } from './settings.ts'

/** An asset of which the decimals are known. */
interface CountedAsset {
  asset: string
  decimals: number
}

/** Checks the form of an amount. Its value follows once the decimals of its asset are known: {@link baseUnitsOf}. */
export function parseAmount(text: string): string {
  if (text.includes(','))
    throw new InvalidArgumentError('write the amount with a point, and without separators: 1234.5')
  if (!/^\d{1,78}(\.\d{1,36})?$/.test(text)) throw new InvalidArgumentError('it is not an amount, such as 25 or 0.5')
  if (!/[1-9]/.test(text)) throw new InvalidArgumentError('it is nothing')
  return text
}

/**
 * The base units of an amount as a person says it: `25` of an asset with six decimals is 25000000. With `isBaseUnits`
 * the text counts base units already. Pure.
 *
 * @throws UsageError for more decimals than the asset has, because rounding would change what was asked for.
 */
export function baseUnitsOf(text: string, { asset, decimals }: CountedAsset, isBaseUnits: boolean): bigint {
  const fraction = text.split('.')[1] ?? ''
  if (isBaseUnits && fraction !== '') throw new UsageError(`${text}: base units are whole numbers (--base-units)`)
  if (fraction.length > decimals)
    throw new UsageError(`${text} has more decimals than ${asset}, which has ${decimals}: leave out the last ones`)
  return isBaseUnits ? BigInt(text) : parseUnits(text, decimals)
}

/** `25 base:usdc`. Without known decimals, or where base units are wanted, `25000000 base units of base:usdc`. Pure. */
export const wordsOfAmount = (baseUnits: bigint | string, asset: string, decimals: number | undefined): string =>
  decimals === undefined
    ? `${baseUnits} base units of ${asset}`
    : `${formatUnits(BigInt(baseUnits), decimals)} ${asset}`

/** The assets of the network file; without one those of the orderbook, whose decimals only count for what is shown. */
export async function readAssets(at: Settings): Promise<readonly CountedAsset[]> {
  return at.isPinned ? at.network().assets : at.client().listAssets()
}

/** @throws UsageError that names the assets which are there. */
export function assetNamed<T extends CountedAsset>(name: string, assets: readonly T[]): T {
  const found = assets.find(({ asset }) => asset === name)
  if (found !== undefined) return found
  throw new UsageError(`there is no asset ${name}; choose one of ${assets.map(({ asset }) => asset).join(', ')}`)
}

export type Naming = (amount: { asset: string; amount: string | bigint }) => string

/** How this run names amounts of these assets. */
export const namingBy =
  (at: Settings, assets: readonly CountedAsset[]): Naming =>
  ({ asset, amount }) =>
    wordsOfAmount(amount, asset, at.isBaseUnits ? undefined : assets.find((one) => one.asset === asset)?.decimals)

/** How this run names amounts. Where nobody tells the assets, base units are left. */
export const namingOf = async (at: Settings): Promise<Naming> => namingBy(at, await readAssets(at).catch(() => []))
