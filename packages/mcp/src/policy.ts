import { addressSchema, amountSchema, assetIdSchema, chainNameSchema, chainOfAsset, z } from '@tandem/contracts'
import { type Address, isAddressEqual } from 'viem'

const quantity = z.union([amountSchema, z.literal('0')])

/** The limits for one source asset, in base units. */
const spendSchema = z.strictObject({
  max_per_swap: amountSchema,
  /** The most that may be spent in any 24 hours. */
  max_per_day: amountSchema,
  /**
   * A person must confirm a swap if it would raise the sum of unconfirmed swaps in 24 hours above this. Zero means that
   * a person has to confirm every swap.
   */
  confirm_above: quantity.optional(),
  /** The worst price that is allowed, for each destination asset: at least `at_least` for every `for`. */
  receive: z.record(assetIdSchema, z.strictObject({ for: amountSchema, at_least: amountSchema })),
})

/** The policy file. Every chain, asset and recipient that it does not name is refused. */
export const policySchema = z.strictObject({
  networks: z.array(chainNameSchema).min(1),
  /** The addresses that swaps may pay. `self` stands for the wallet's address. */
  recipients: z.array(z.union([z.literal('self'), addressSchema])).min(1),
  spend: z.record(assetIdSchema, spendSchema),
})
export type Policy = z.infer<typeof policySchema>

/** The swap that a model asks for. Amounts are in base units. */
export interface Wish {
  from: string
  to: string
  amount: bigint
  minReceived: bigint
  recipient: Address
  /** The wallet's address. */
  owner: Address
}

/**
 * Says why the policy refuses a swap; `undefined` if it allows it. The limit of a day is checked by {@link spentFile}.
 */
export function refusalOf({ networks, recipients, spend }: Policy, wish: Wish): string | undefined {
  const { from, to, amount, minReceived, recipient, owner } = wish
  const closed = [from, to].map(chainOfAsset).find((chain) => !networks.includes(chain))
  if (closed !== undefined) return `the policy does not allow the network ${closed}`
  const limits = Object.hasOwn(spend, from) ? spend[from] : undefined
  if (limits === undefined) return `the policy does not allow to give ${from}`
  const price = Object.hasOwn(limits.receive, to) ? limits.receive[to] : undefined
  if (price === undefined) return `the policy does not allow ${to} for ${from}`
  const isListed = (one: string) => isAddressEqual(one === 'self' ? owner : (one as Address), recipient)
  if (!recipients.some(isListed)) return `the policy does not allow the recipient ${recipient}`
  if (amount > BigInt(limits.max_per_swap))
    return `the policy allows at most ${limits.max_per_swap} base units of ${from} in one swap`
  const least = minReceivedAt(amount, price)
  if (minReceived < least) return `the policy wants min_received of at least ${least} base units of ${to}`
  return undefined
}

/**
 * The least that must be received at the policy's price, rounded up, so that the price is never worse than the
 * policy's.
 */
const minReceivedAt = (amount: bigint, price: { for: string; at_least: string }): bigint =>
  (amount * BigInt(price.at_least) + BigInt(price.for) - 1n) / BigInt(price.for)

/**
 * The sum in 24 hours, in base units, up to which swaps need no confirmation; `undefined` if none needs a confirmation.
 */
export function confirmAboveOf({ spend }: Policy, from: string): bigint | undefined {
  const above = spend[from]?.confirm_above
  return above === undefined ? undefined : BigInt(above)
}
