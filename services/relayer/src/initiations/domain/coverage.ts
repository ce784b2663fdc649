/** `allowance`: the creator's allowance to the registry. `permit`: the same, set by the initiation's own permit. */
export type PullBy = 'allowance' | 'permit' | 'permit2' | 'authorization'

/** An initiation that takes its amount from its creator's account. */
export interface Pull {
  id: string
  /** Base units. */
  amount: bigint
  by: PullBy
  /** A transaction of it may still be mined. */
  isInFlight: boolean
  /** How often its simulation failed. */
  reverts: number
  createdAt: Date
}

/** What the creator has of the token, and lets the registry and Permit2 take. Base units. */
export interface Purse {
  balance: bigint
  registry: bigint
  permit2: bigint
}

export type NotCovered = 'balance_in_use' | 'allowance_in_use'

export interface Coverage {
  /** Undefined when the account suffices. */
  lacks: NotCovered | undefined
  /** The initiations that come first, and whose amounts are taken off. */
  counted: readonly string[]
}

/**
 * One balance and one allowance back all initiations of a creator and token together: each of 40 would succeed alone, and
 * 39 of them would revert. What is in flight comes first, then those that never failed, then the oldest; one that does
 * not fit holds up no later one that does.
 * @param pulls of one creator and token, in any order.
 * It lacks nothing also where the account would not suffice for this one alone: then its simulation says so.
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
  // The list is cut off before it: as many as that come first.
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
      // It replaces the allowance that another one in flight counts on.
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
