/** What stays in the wallet for the gas of its transactions, in base units of the native token (0.002 whole tokens). */
const gasReserve = 2n * 10n ** 15n

/**
 * Returns the most that a wallet can swap at once, in base units: its balance, less the gas that a native token also pays for.
 * @param max the most that the route takes.
 */
export function spendable({ balance, isNative }: { balance: bigint; isNative: boolean }, max: bigint): bigint {
  const own = isNative ? balance - gasReserve : balance
  return own < 0n ? 0n : own < max ? own : max
}
