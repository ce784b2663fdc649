import { InvalidArgumentError } from 'commander'
import { formatUnits, parseUnits } from 'viem'
import { UsageError } from './failure.ts'
import type { Settings } from './settings.ts'

/** An asset with the decimals of its token. */
interface CountedAsset {
  asset: string
  decimals: number
}

/**
 * Checks that an argument is written like an amount. {@link baseUnitsOf} converts it once the decimals of its asset are
 * known.
 */
export function parseAmount(text: string): string {
  if (text.includes(','))
    throw new InvalidArgumentError('write the amount with a point, and without separators: 1234.5')
  if (!/^\d{1,78}(\.\d{1,36})?$/.test(text)) throw new InvalidArgumentError('it is not an amount, such as 25 or 0.5')
  if (!/[1-9]/.test(text)) throw new InvalidArgumentError('it is nothing')
  return text
}

/**
 * Converts an amount that a person wrote to base units: `25` of an asset with six decimals becomes 25000000. With
 * `isBaseUnits`, the text is in base units already.
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

/** Writes an amount, such as `25 base:usdc`. If `decimals` is `undefined`, it is `25000000 base units of base:usdc`. */
export const formatAmount = (baseUnits: bigint | string, asset: string, decimals: number | undefined): string =>
  decimals === undefined
    ? `${baseUnits} base units of ${asset}`
    : `${formatUnits(BigInt(baseUnits), decimals)} ${asset}`

/**
 * The assets of the network file. Without a network file they are those of the orderbook, whose decimals are only used
 * to show amounts.
 */
export async function readAssets(at: Settings): Promise<readonly CountedAsset[]> {
  return at.isPinned ? at.network().assets : at.client().listAssets()
}

/** @throws UsageError when there is no such asset. Its message lists the assets that there are. */
export function assetNamed<T extends CountedAsset>(name: string, assets: readonly T[]): T {
  const found = assets.find(({ asset }) => asset === name)
  if (found !== undefined) return found
  throw new UsageError(`there is no asset ${name}; choose one of ${assets.map(({ asset }) => asset).join(', ')}`)
}

/** Writes an amount of an asset as text. */
export type Naming = (amount: { asset: string; amount: string | bigint }) => string

/**
 * Makes the function by which a command writes amounts of these assets: in whole tokens, or in base units if asked for.
 */
export const namingBy =
  (at: Settings, assets: readonly CountedAsset[]): Naming =>
  ({ asset, amount }) =>
    formatAmount(amount, asset, at.isBaseUnits ? undefined : assets.find((one) => one.asset === asset)?.decimals)

/**
 * Like {@link namingBy}, with the assets of the network file or the orderbook. If neither gives them, it writes base
 * units.
 */
export const namingOf = async (at: Settings): Promise<Naming> => namingBy(at, await readAssets(at).catch(() => []))
