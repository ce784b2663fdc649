import { addressSchema, amountSchema, assetIdSchema, chainNameSchema, chainOfAsset, z } from '@tandem/contracts'
import { type Address, isAddressEqual } from 'viem'

const quantity = z.union([amountSchema, z.literal('0')])

/** Limits of one asset, in base units. */
const spendSchema = z.strictObject({
  max_per_swap: amountSchema,
  /** The limit of any 24 hours. */
  max_per_day: amountSchema,
  /**
   * A person must confirm a swap when, with it, the unconfirmed swaps of 24 hours would sum up to more than this. Zero
   * means that a person confirms every swap.
   */
  confirm_above: quantity.optional(),
  /** The worst price that is allowed, by destination asset. */
  receive: z.record(assetIdSchema, z.strictObject({ for: amountSchema, at_least: amountSchema })),
})

/** The policy file. What it does not name is refused. */
export const policySchema = z.strictObject({
  networks: z.array(chainNameSchema).min(1),
  /** Who may receive. `self` stands for the wallet's address. */
  recipients: z.array(z.union([z.literal('self'), addressSchema])).min(1),
  spend: z.record(assetIdSchema, spendSchema),
})
export type Policy = z.infer<typeof policySchema>

/** A swap as a model asks for it, in base units. */
export interface Wish {
  from: string
  to: string
  amount: bigint
  minReceived: bigint
  recipient: Address
  /** The wallet's address. */
  owner: Address
}

/** Why the policy refuses a swap; `undefined` when it allows it. Pure. The day's sum is counted elsewhere. */
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

/** The least that must be received by the policy's price, rounded up so that the price is never worse. */
const minReceivedAt = (amount: bigint, price: { for: string; at_least: string }): bigint =>
  (amount * BigInt(price.at_least) + BigInt(price.for) - 1n) / BigInt(price.for)

/** The sum of 24 hours up to which swaps of an asset need no confirmation by a person. Pure. */
export function confirmAboveOf({ spend }: Policy, from: string): bigint | undefined {
  const above = spend[from]?.confirm_above
  return above === undefined ? undefined : BigInt(above)
}
