/**
 * Tests the fees of transactions: under lying endpoints, on a chain that makes no blocks, and on chains that charge in other
 * ways.
 */
import { beforeEach, expect, it } from '@jest/globals'
import type { ClaimWire, OrderWire } from '@tandem/contracts'
import { until, untilSo } from '@tandem/local-services'
import { type Hex, numberToHex, parseGwei } from 'viem'
import { acceptClaim, claimOf } from './support/api.ts'
import type { RpcProxy } from './support/rpc-proxy.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
let nodes: [RpcProxy, RpcProxy]

beforeEach(async () => {
  nodes = [await testbed.startProxy(), await testbed.startProxy()]
})

const chain = () => testbed.control('right')
const start = (env: Record<string, string> = {}): Promise<string> =>
  testbed.startRelayer({ ...testbed.rpcUrls({ right: nodes }), ...env })
/** Waits until `isSo` holds for the claim, and mines no blocks. */
const untilClaim = (url: string, order: OrderWire, isSo: (claim: ClaimWire) => boolean): Promise<ClaimWire> =>
  untilSo(() => claimOf(url, order), isSo, 'as expected')
const isSent = ({ attempts }: ClaimWire) => attempts.some(({ outcome }) => outcome === 'sent')
/** An endpoint that accepts transactions and passes none on. */
const swallows: RpcProxy['lie'] = ({ method }) =>
  method === 'eth_sendRawTransaction' ? { answer: `0x${'ab'.repeat(32)}` } : undefined

it('a claim is not replaced while no block comes, and is once blocks pass it by', async () => {
  const url = await start()
  const claim = await testbed.order()
  await chain().setAutomine(false)
  // What the first endpoint says is enough for the relayer. A transaction that the other one passed on could be mined at any
  // time.
  nodes[0].lie = nodes[1].lie = swallows
  await acceptClaim(url, claim)
  const { attempts } = await untilClaim(url, claim.order, isSent)
  expect(attempts).toHaveLength(1)
  // Ten minutes pass by every clock, with many steps.
  await testbed.db.query("UPDATE tx_attempts SET created_at = created_at - interval '10 minutes'")
  for (let step = 0; step < 20; step += 1) {
    await testbed.makeDue(claim.order)
    await testbed.db.query("UPDATE tx_attempts SET last_broadcast_at = last_broadcast_at - interval '5 seconds'")
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const still = await untilClaim(url, claim.order, () => true)
  expect(still.attempts).toHaveLength(1)

  // Blocks come, and none of them includes the transaction.
  await chain().mine({ blocks: 41 })
  const replaced = await untilSo(
    async () => {
      await testbed.makeDue(claim.order)
      return claimOf(url, claim.order)
    },
    (one) => one.attempts.length > 1,
    'replaced',
  )
  expect(replaced.attempts).toHaveLength(2)
  nodes[0].lie = nodes[1].lie = () => undefined
  await testbed.db.query("UPDATE tx_attempts SET last_broadcast_at = last_broadcast_at - interval '1 minute'")
  await testbed.untilClaim(url, claim.order, 'confirmed')
})

it('one endpoint that asks for a tip of 400 gwei is not paid it', async () => {
  nodes[0].lie = async (call, ask) => {
    if (call.method !== 'eth_feeHistory') return undefined
    const said = (await ask(call)) as { reward?: Hex[][] }
    const reward = said.reward?.map(() => [numberToHex(parseGwei('400'))])
    return { answer: { ...said, reward, gasUsedRatio: reward?.map(() => 1) } }
  }
  const url = await start()
  const claim = await testbed.order()
  await acceptClaim(url, claim)
  const { attempts } = await testbed.untilClaim(url, claim.order, 'confirmed')
  for (const one of attempts) expect(BigInt(one.max_priority_fee_per_gas)).toBeLessThanOrEqual(parseGwei('10'))
})

it.each(['eth_feeHistory', 'eth_getBalance', 'eth_getTransactionCount'])(
  'a public secret is sent again while no endpoint answers %s',
  async (method) => {
    const url = await start()
    const claim = await testbed.order()
    let isDropped = false
    for (const node of nodes)
      node.lie = (call) => {
        if (isDropped) return call.method === method ? { error: { code: -32_000, message: 'not now' } } : undefined
        return swallows(call, async () => undefined)
      }
    await acceptClaim(url, claim)
    const { attempts } = await untilClaim(url, claim.order, isSent)
    isDropped = true
    // Blocks come without the transaction, so higher fees are due.
    await chain().mine({ blocks: 41 })
    const hash = attempts[0]?.tx_hash as Hex
    await until(async () => {
      await chain().mine({ blocks: 1 })
      await testbed.db.query("UPDATE tx_attempts SET last_broadcast_at = last_broadcast_at - interval '15 seconds'")
      await testbed.makeDue(claim.order)
      return (
        (
          await chain()
            .getTransactionReceipt({ hash })
            .catch(() => undefined)
        )?.status === 'success'
      )
    }, 'mined')
  },
)

it('a legacy chain is sent transactions with one gas price', async () => {
  const url = await start({ FEES: JSON.stringify({ right: { model: 'legacy' } }) })
  const claim = await testbed.order()
  await acceptClaim(url, claim)
  const { claim_tx_hash: hash } = await testbed.untilClaim(url, claim.order, 'confirmed')
  expect((await chain().getTransaction({ hash: hash as Hex })).type).toBe('legacy')
})

it('on an OP-stack chain the data fee counts towards what a claim may cost', async () => {
  // The oracle charges 10^17 wei for any transaction.
  const bytecode: Hex = `0x7f${numberToHex(10n ** 17n, { size: 32 }).slice(2)}60005260206000f3`
  await chain().setCode({ address: '0x420000000000000000000000000000000000000F', bytecode })
  const url = await start({ FEES: JSON.stringify({ right: { model: 'op_stack' } }) })
  const claim = await testbed.order()
  await acceptClaim(url, claim)
  await untilSo(
    () => testbed.requestOf(claim.order),
    ({ last_reason_code: code }) => code === 'cost_above_cap',
    'above the cap',
  )
  // The data fee becomes cheap.
  await chain().setCode({ address: '0x420000000000000000000000000000000000000F', bytecode: '0x600160005260206000f3' })
  await testbed.untilClaim(url, claim.order, 'confirmed')
})

it('on Arbitrum the gas limit has room for the data', async () => {
  // The node says that the data costs 70,000 gas.
  nodes[0].lie = nodes[1].lie = ({ method, params }) =>
    method === 'eth_call' && JSON.stringify(params).toLowerCase().includes('00000000000000000000000000000000000000c8')
      ? { answer: `0x${[70_000n, 1n, 1n].map((one) => numberToHex(one, { size: 32 }).slice(2)).join('')}` }
      : undefined
  const url = await start({ FEES: JSON.stringify({ right: { model: 'arbitrum' } }) })
  const claim = await testbed.order()
  await acceptClaim(url, claim)
  const { attempts } = await testbed.untilClaim(url, claim.order, 'confirmed')
  expect(attempts[0]?.gas_limit).toBe('305000')
})
