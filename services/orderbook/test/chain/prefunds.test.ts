/** Money at a vault's predicted address emits no event of our contracts, but the order must show it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { type EscrowTerms, encodeRecoverPrefund, testTokenAbi } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { type Book, startTwoChains, type TwoChains } from './two-chains.ts'

let chains: TwoChains
let book: Book
beforeAll(async () => {
  chains = await startTwoChains('prefunds')
  book = await chains.start({ left: [chains.anvils.left.rpcUrl], right: [chains.anvils.right.rpcUrl] })
})
afterAll(async () => {
  await book.stop()
  await chains.stop()
})

const read = (order: OrderWire): Promise<OrderWire> => book.order(order.order_id)
const holding = (order: OrderWire, amount: string | null) =>
  untilSo(
    () => read(order),
    (seen) => seen.source_intent.funded_amount === amount,
    `holding ${amount}`,
  )

const escrowTermsOf = ({ source_intent: source }: OrderWire): EscrowTerms => ({
  token: source.token_address as Address,
  creator: source.creator as Address,
  recipient: source.recipient as Address,
  hopBridge: zeroAddress,
  amount: BigInt(source.amount),
  cancelAfter: source.cancel_after,
  commitmentHash: source.commitment_hash as Hex,
})

/** Sends the call of the order's next action. */
async function follow({ next_action: next }: OrderWire): Promise<void> {
  if (next?.call == null) throw new Error('there is nothing to do')
  await chains.sendAsUser('left', { to: next.call.to as Address, data: next.call.data as Hex })
}

describe('an order that is prefunded', () => {
  it('says what it holds, what it lacks, and then how it is created: each call does it', async () => {
    const order = await chains.newOrder(book)
    const { swap_id: vault, token_address: token, amount } = order.source_intent
    await holding(order, '0')

    const args = [vault as Address, BigInt(amount) - 1n] as const
    const data = encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args })
    await chains.sendAsUser('left', { to: token as Address, data })
    const short = await holding(order, String(BigInt(amount) - 1n))
    expect(short.next_action?.description).toContain('send the rest')

    await follow(short)
    const whole = await holding(order, amount)
    expect(whole.next_action?.description).toContain('holds its amount')

    await follow(whole)
    await chains.mine('left', 3)
    const created = await untilSo(
      () => read(order),
      ({ status }) => status === 'source_initiated',
      'created',
    )
    expect(created.source_intent.funded_amount).toBeNull()
  })
  it('that gets its money after the vault has settled says how it comes back, and the call does it', async () => {
    const order = await chains.newOrder(book)
    const { swap_id: vault, token_address: token } = order.source_intent
    const deposit = (amount: bigint) =>
      chains.sendAsUser('left', {
        to: token as Address,
        data: encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args: [vault as Address, amount] }),
      })
    await deposit(7n)
    const held = await holding(order, '7')
    const recover = encodeRecoverPrefund(escrowTermsOf(held))
    await chains.sendAsUser('left', { to: order.source_intent.registry_address as Address, data: recover })
    await chains.mine('left', 3)
    await untilSo(
      () => read(order),
      ({ status }) => status === 'cancelled',
      'cancelled',
    )
    await deposit(9n)
    const late = await holding(order, '9')
    expect(late.next_action).toMatchObject({ action: 'recover_prefund', actor: 'user' })
    await follow(late)
    expect((await holding(order, '0')).next_action).toBeNull()
  })
})
