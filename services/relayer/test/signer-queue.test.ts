/** Tests that signers are chosen by what waits on them and by the money that is left, not by their balance. */
import { expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { until } from '@tandem/local-services'
import { type Address, type Hex, keccak256, parseEther, parseTransaction, recoverTransactionAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { acceptClaim } from './support/api.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()

const chain = () => testbed.control('right')
async function aSigner(value: bigint): Promise<{ key: Hex; address: Address }> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await chain().setBalance({ address, value })
  return { key, address }
}
const start = (keys: readonly Hex[], env: Record<string, string> = {}): Promise<string> =>
  testbed.startRelayer({ SIGNERS: JSON.stringify({ right: keys }), ...env }, { claimBatchMost: 1 })
const rowOf = async ({ order }: { order: OrderWire }) =>
  (
    await testbed.db.query(
      `SELECT s.state, s.last_reason_code, s.revealed_at, m.signer FROM requests s LEFT JOIN nonce_members m ON m.request_id = s.id
        WHERE order_id = $1`,
      [order.order_id],
    )
  ).rows[0]

it('a signer whose transaction is not mined is given nothing new, though it is the richest', async () => {
  const [rich, poor] = [await aSigner(parseEther('10')), await aSigner(parseEther('1'))]
  const proxy = await testbed.startProxy()
  try {
    // The endpoint accepts what the rich signer sends, and does nothing with it.
    proxy.lie = async ({ method, params }) => {
      if (method !== 'eth_sendRawTransaction') return undefined
      const raw = params[0] as `0x02${string}`
      expect(parseTransaction(raw).type).toBe('eip1559')
      const from = await recoverTransactionAddress({ serializedTransaction: raw })
      return from === rich.address ? { answer: keccak256(raw) } : undefined
    }
    const url = await start([rich.key, poor.key], testbed.rpcUrls({ right: [proxy] }))
    const jammed = await testbed.order()
    await acceptClaim(url, jammed)
    await until(async () => ((await rowOf(jammed))?.revealed_at === null ? undefined : true), 'the first is revealed')
    expect((await rowOf(jammed))?.signer).toBe(rich.address)
    await chain().mine({ blocks: 700 })
    const honest = [await testbed.order(), await testbed.order()]
    for (const claim of honest) await acceptClaim(url, claim)
    for (const claim of honest) {
      await until(async () => {
        await chain().mine({ blocks: 1 })
        return (await rowOf(claim))?.state === 'confirmed' ? true : undefined
      }, 'an honest claim is confirmed')
      expect((await rowOf(claim))?.signer).toBe(poor.address)
    }
    expect((await rowOf(jammed))?.state).toBe('revealed')
  } finally {
    await testbed.stopRelayers()
    await testbed.db.query("UPDATE requests SET state = 'lost'")
  }
})

it('a signer reveals as many claims as it has gas money for, and the others once it has more', async () => {
  const { baseFeePerGas } = await chain().getBlock()
  // The fee that a claim is reserved at while no block comes: two gwei, and the base fee doubled.
  const offered = 2n * (baseFeePerGas ?? 0n) + 2n * 10n ** 9n
  const { key } = await aSigner((7n * 200_000n * offered * 3n) / 4n)
  const claims = await testbed.openOrders(10)
  await chain().mine({ blocks: 3 })
  await testbed.control('left').mine({ blocks: 3 })
  await chain().setAutomine(false)
  const url = await start([key])
  for (const claim of claims) await acceptClaim(url, claim)
  const rows = () => Promise.all(claims.map(rowOf))
  await until(async () => {
    const all = await rows()
    const revealed = all.filter((row) => row?.revealed_at !== null)
    return revealed.length >= 1 &&
      all.every(
        (row) =>
          row?.revealed_at !== null ||
          ['gas_money_reserved', 'no_gas_money', 'taken_by_another_step'].includes(row?.last_reason_code ?? ''),
      )
      ? true
      : undefined
  }, 'the others wait for gas money')
  expect((await rows()).filter((row) => row?.revealed_at !== null).length).toBeLessThanOrEqual(7)
  const { rows: refused } = await testbed.db.query("SELECT 1 FROM tx_attempts WHERE error_class = 'insufficient_funds'")
  expect(refused).toEqual([])
  const { address } = privateKeyToAccount(key)
  await chain().setBalance({ address, value: parseEther('1') })
  await until(async () => {
    await chain().mine({ blocks: 1 })
    await testbed.db.query("UPDATE requests SET next_step_at = now() WHERE state = 'accepted'")
    return (await rows()).every((row) => row?.state === 'confirmed') ? true : undefined
  }, 'all are confirmed')
})
