/** Base units of a native token that stay in the wallet for the gas of its transactions. */
const gasReserve = 2n * 10n ** 15n

/** The most that a wallet can swap at once, base units: its balance without the gas, and no more than the route takes. */
export function spendable({ balance, isNative }: { balance: bigint; isNative: boolean }, most: bigint): bigint {
  const own = isNative ? balance - gasReserve : balance
  return own < 0n ? 0n : own < most ? own : most
}
