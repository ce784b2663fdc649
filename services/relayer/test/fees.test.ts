/**
 * Tests the fees of transactions: under lying endpoints, on a chain that makes no blocks, and on chains that charge in other
 * ways.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { type ClaimWire, claimListSchema, type OrderWire, successEnvelopeSchema } from '@tandem/contracts'
import { until, untilSo } from '@tandem/local-services'
import pg from 'pg'
import { type Hex, numberToHex, parseGwei } from 'viem'
import { acceptClaim } from './support/post.ts'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
import { Surroundings } from './support/surroundings.ts'

let around: Surroundings
let db: pg.Client
let nodes: [RpcProxy, RpcProxy]
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start()
  db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
})
beforeEach(async () => {
  const { rpcUrl } = around.anvils.right
  nodes = [await startRpcProxy(rpcUrl), await startRpcProxy(rpcUrl)]
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
  await Promise.all(nodes.map((node) => node.stop()))
  await chain().setAutomine(true)
})
afterAll(async () => {
  await db.end()
  await around.stop()
})

const chain = () => around.control('right')
async function start(env: Record<string, string> = {}): Promise<string> {
  const right = nodes.map(({ url }) => url)
  const relayer = around.relayer({ RPC_URLS: JSON.stringify({ left: [around.anvils.left.rpcUrl], right }), ...env })
  running.push(relayer)
  return (await relayer.start()).url
}
async function untilClaim(
  url: string,
  { order_id: id }: OrderWire,
  isSo: (claim: ClaimWire) => boolean,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<ClaimWire> {
  return untilSo(
    async () => {
      await meanwhile()
      const answer: unknown = await (await fetch(`${url}/claims?order_id=${id}`)).json()
      return successEnvelopeSchema(claimListSchema).parse(answer).result.data[0]
    },
    isSo,
    'so',
  )
}
const isConfirmed = ({ status }: ClaimWire) => status === 'confirmed'
const mine = () => chain().mine({ blocks: 1 })
/** An endpoint that accepts transactions and passes none on. */
const swallows: RpcProxy['lie'] = ({ method }) =>
  method === 'eth_sendRawTransaction' ? { answer: `0x${'ab'.repeat(32)}` } : undefined

it('a claim is not replaced while no block comes, and is once blocks pass it by', async () => {
  const url = await start()
  const claim = await around.order()
  await chain().setAutomine(false)
  // What the first endpoint says is enough for the relayer. A transaction that the other one passed on could be mined at any
  // time.
  nodes[0].lie = nodes[1].lie = swallows
  await acceptClaim(url, claim)
  const { attempts } = await untilClaim(url, claim.order, (one) =>
    one.attempts.some(({ outcome }) => outcome === 'sent'),
  )
  expect(attempts).toHaveLength(1)
  // Ten minutes pass by every clock, with many steps.
  await db.query("UPDATE tx_attempts SET created_at = created_at - interval '10 minutes'")
  for (let step = 0; step < 20; step += 1) {
    await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [claim.order.order_id])
    await db.query("UPDATE tx_attempts SET last_broadcast_at = last_broadcast_at - interval '5 seconds'")
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const still = await untilClaim(url, claim.order, () => true)
  expect(still.attempts).toHaveLength(1)

  // Blocks come, and none of them includes the transaction.
  await chain().mine({ blocks: 41 })
  const replaced = await untilClaim(
    url,
    claim.order,
    (one) => one.attempts.length > 1,
    async () => {
      await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [claim.order.order_id])
    },
  )
  expect(replaced.attempts).toHaveLength(2)
  nodes[0].lie = nodes[1].lie = () => undefined
  await db.query("UPDATE tx_attempts SET last_broadcast_at = last_broadcast_at - interval '1 minute'")
  await untilClaim(url, claim.order, isConfirmed, mine)
})

it('one endpoint that asks for a tip of 400 gwei is not paid it', async () => {
  nodes[0].lie = async (call, ask) => {
    if (call.method !== 'eth_feeHistory') return undefined
    const said = (await ask(call)) as { reward?: Hex[][] }
    const reward = said.reward?.map(() => [numberToHex(parseGwei('400'))])
    return { answer: { ...said, reward, gasUsedRatio: reward?.map(() => 1) } }
  }
  const url = await start()
  const claim = await around.order()
  await acceptClaim(url, claim)
  const { attempts } = await untilClaim(url, claim.order, isConfirmed, mine)
  for (const one of attempts) expect(BigInt(one.max_priority_fee_per_gas)).toBeLessThanOrEqual(parseGwei('10'))
})

it.each(['eth_feeHistory', 'eth_getBalance', 'eth_getTransactionCount'])(
  'a public secret is sent again while no endpoint answers %s',
  async (method) => {
    const url = await start()
    const claim = await around.order()
    let isDropped = false
    for (const node of nodes)
      node.lie = (call) => {
        if (isDropped) return call.method === method ? { error: { code: -32_000, message: 'not now' } } : undefined
        return swallows(call, async () => undefined)
      }
    await acceptClaim(url, claim)
    const { attempts } = await untilClaim(url, claim.order, (one) =>
      one.attempts.some(({ outcome }) => outcome === 'sent'),
    )
    isDropped = true
    // Blocks come without the transaction, so higher fees are due.
    await chain().mine({ blocks: 41 })
    const hash = attempts[0]?.tx_hash as Hex
    await until(async () => {
      await mine()
      await db.query("UPDATE tx_attempts SET last_broadcast_at = last_broadcast_at - interval '15 seconds'")
      await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [claim.order.order_id])
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
  const claim = await around.order()
  await acceptClaim(url, claim)
  const { claim_tx_hash: hash } = await untilClaim(url, claim.order, isConfirmed, mine)
  expect((await chain().getTransaction({ hash: hash as Hex })).type).toBe('legacy')
})

it('on an OP-stack chain the data fee counts towards what a claim may cost', async () => {
  // The oracle charges 10^17 wei for any transaction.
  const bytecode: Hex = `0x7f${numberToHex(10n ** 17n, { size: 32 }).slice(2)}60005260206000f3`
  await chain().setCode({ address: '0x420000000000000000000000000000000000000F', bytecode })
  const url = await start({ FEES: JSON.stringify({ right: { model: 'op_stack' } }) })
  const claim = await around.order()
  await acceptClaim(url, claim)
  const reason = 'cost_above_cap'
  for (const deadline = Date.now() + 120_000; ; ) {
    const { rows } = await db.query('SELECT last_reason_code FROM requests WHERE order_id = $1', [claim.order.order_id])
    if (rows[0]?.last_reason_code === reason) break
    if (Date.now() > deadline) throw new Error(`it waits for ${rows[0]?.last_reason_code}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  // The data fee becomes cheap.
  await chain().setCode({ address: '0x420000000000000000000000000000000000000F', bytecode: '0x600160005260206000f3' })
  await untilClaim(url, claim.order, isConfirmed, mine)
})

it('on Arbitrum the gas limit has room for the data', async () => {
  // The node says that the data costs 70,000 gas.
  nodes[0].lie = nodes[1].lie = ({ method, params }) =>
    method === 'eth_call' && JSON.stringify(params).toLowerCase().includes('00000000000000000000000000000000000000c8')
      ? { answer: `0x${[70_000n, 1n, 1n].map((one) => numberToHex(one, { size: 32 }).slice(2)).join('')}` }
      : undefined
  const url = await start({ FEES: JSON.stringify({ right: { model: 'arbitrum' } }) })
  const claim = await around.order()
  await acceptClaim(url, claim)
  const { attempts } = await untilClaim(url, claim.order, isConfirmed, mine)
  expect(attempts[0]?.gas_limit).toBe('305000')
})
