/**
 * How the tokens leave the creator's account. `allowance` uses the creator's allowance to the registry; `permit` uses it too,
 * after the initiation's own permit has set it.
 */
export type PullBy = 'allowance' | 'permit' | 'permit2' | 'authorization'

/** An initiation that takes its amount from its creator's account. */
export interface Pull {
  id: string
  /** The amount that the initiation takes, in base units. */
  amount: bigint
  by: PullBy
  /** Whether a transaction of the initiation may still be mined. */
  isInFlight: boolean
  /** How often the simulation of the initiation failed. */
  reverts: number
  createdAt: Date
}

/** The creator's balance of the token, and the creator's allowances to the registry and to Permit2, in base units. */
export interface Purse {
  balance: bigint
  registry: bigint
  permit2: bigint
}

export type NotCovered = 'balance_in_use' | 'allowance_in_use'

export interface Coverage {
  /** What the account lacks; undefined when it suffices. */
  lacks: NotCovered | undefined
  /** The initiations that come first, whose amounts were subtracted. */
  counted: readonly string[]
}

/**
 * What the creator's account lacks for an initiation after those that come first. One balance and one allowance back all
 * initiations of a creator and token: each of 40 would succeed alone, and 39 of them would revert. Initiations in flight come
 * first, then those that never failed, then the oldest. One that the account does not cover is passed over, so that it delays no
 * later one. Where the account would not cover this initiation even alone, nothing counts as lacking: its simulation fails by
 * itself.
 * @param pulls of one creator and token, in any order.
 */
export function coverageOf(id: string, pulls: readonly Pull[], purse: Purse): Coverage {
  const whole: Left = { ...purse, isRegistryUsed: false }
  let left = whole
  const counted: string[] = []
  for (const pull of [...pulls].sort(byTurn)) {
    const lacks = whatLacks(pull, left)
    if (pull.id === id)
      return { lacks: pull.isInFlight || whatLacks(pull, whole) === undefined ? lacks : undefined, counted }
    if (!pull.isInFlight && lacks !== undefined) continue
    left = without(left, pull)
    counted.push(pull.id)
  }
  // The list of pulls ends before this initiation, because as many as it holds come first.
  return { lacks: 'balance_in_use', counted }
}

type Left = Purse & { isRegistryUsed: boolean }

const byTurn = (one: Pull, other: Pull): number =>
  Number(other.isInFlight) - Number(one.isInFlight) ||
  one.reverts - other.reverts ||
  one.createdAt.getTime() - other.createdAt.getTime() ||
  (one.id < other.id ? -1 : 1)

function whatLacks({ amount, by }: Pull, { balance, registry, permit2, isRegistryUsed }: Left): NotCovered | undefined {
  if (balance < amount) return 'balance_in_use'
  switch (by) {
    case 'allowance':
      return registry < amount ? 'allowance_in_use' : undefined
    case 'permit':
      // A permit replaces the allowance that another initiation counts on.
      return isRegistryUsed ? 'allowance_in_use' : undefined
    case 'permit2':
      return permit2 < amount ? 'allowance_in_use' : undefined
    case 'authorization':
      return undefined
  }
}

function without(left: Left, { amount, by }: Pull): Left {
  const balance = left.balance - amount
  switch (by) {
    case 'allowance':
      return { ...left, balance, registry: left.registry - amount, isRegistryUsed: true }
    case 'permit':
      return { ...left, balance, registry: 0n, isRegistryUsed: true }
    case 'permit2':
      return { ...left, balance, permit2: left.permit2 - amount }
    case 'authorization':
      return { ...left, balance }
  }
}
