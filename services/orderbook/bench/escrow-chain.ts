import { createHash } from 'node:crypto'
import { type NetworkWire, networkSchema } from '@tandem/contracts'
import { escrowRegistryAbi, hashSecret, nativeToken } from '@tandem/escrow'
import type { LocalAnvil } from '@tandem/local-services'
import pg from 'pg'
import {
  type Address,
  concatHex,
  createClient,
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  type Hex,
  http,
  numberToHex,
  size,
  zeroAddress,
} from 'viem'
import { newOrderRows } from '../src/orders/db/order.rows.ts'
import { anIntent, anOrder } from '../test/support/builders.ts'

/** The address of the emitter, which takes the registry's place. */
export const registry: Address = '0x1111111111111111111111111111111111111111'

/**
 * A contract that emits the logs in its calldata with LOG4, each given as the length of its data, four topics and the
 * data. Creating 50,000 real escrows would take longer than all measurements together, and makes no difference to the
 * watcher, which reads only logs.
 */
const emitterCode =
  '0x5f5b3681106009570' + '05b8035808260a0015f37816080013582606001358360400135846020013584' + '5fa460a001016001' + '56'

const sha = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`

/** The order with number n. Everything about a benchmark's order follows from its number. */
export const vaultOf = (n: number): Address => getAddress(sha(`vault ${n}`).slice(0, 42))
const secretOf = (n: number): Hex => sha(`secret ${n}`)
const creator: Address = '0x2222222222222222222222222222222222222222'

/** The calldata that makes the emitter write a log of the n-th order's vault. */
export function logOf(n: number, kind: 'created' | 'claimed'): Hex {
  const [vault, secret] = [vaultOf(n), secretOf(n)]
  const commitmentHash = hashSecret(secret)
  const topics =
    kind === 'created'
      ? encodeEventTopics({
          abi: escrowRegistryAbi,
          eventName: 'EscrowCreated',
          args: { vault, creator, recipient: creator },
        })
      : encodeEventTopics({
          abi: escrowRegistryAbi,
          eventName: 'EscrowClaimed',
          args: { vault, commitmentHash, to: creator },
        })
  const data =
    kind === 'created'
      ? encodeAbiParameters(
          [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes32' }, { type: 'uint256' }, { type: 'address' }],
          [creator, 25_000_000n, commitmentHash, 4_000_000_000n, zeroAddress],
        )
      : encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [secret, 25_000_000n])
  return concatHex([numberToHex(size(data), { size: 32 }), ...(topics as Hex[]), data])
}

/** The calls that the benchmarks make on an anvil. */
export async function emitterOn(anvil: LocalAnvil) {
  const client = createClient({ transport: http(anvil.rpcUrl, { timeout: 60_000 }) })
  const request = (method: string, ...params: unknown[]): Promise<unknown> =>
    client.request({ method, params } as never)
  await request('anvil_setCode', registry, emitterCode)
  const from = anvil.accounts[0]?.address
  return {
    request,
    mine: (blocks: number) => request('anvil_mine', numberToHex(blocks)),
    /** Mines a block with these logs. Anvil answers once the block is imported. */
    emit: (logs: readonly Hex[]) =>
      request('eth_sendTransaction', { from, to: registry, data: concatHex(logs), gas: numberToHex(25_000_000) }),
  }
}

export function networkOf(anvils: readonly LocalAnvil[], confirmations: number): NetworkWire {
  const names = anvils.map((_, index) => `bench_${index}`)
  const wire: NetworkWire = {
    chains: names.map((chain, index) => ({
      chain,
      chain_id: anvils[index]?.chainId ?? 0,
      display_name: chain,
      registry_address: registry,
      solver_address: creator,
      block_time_ms: 1_000,
      confirmations,
      start_block: 0,
      source_cancel_after_secs: 43_200,
      dest_cancel_after_secs: 3_600,
      claim_safety_secs: 600,
      native_symbol: 'ETH',
      explorer_url: null,
    })),
    assets: names.map((chain) => ({
      asset: `${chain}:eth`,
      symbol: 'ETH',
      display_name: 'Ether',
      decimals: 18,
      token_address: nativeToken,
      permit: false,
      min_amount: '1',
      max_amount: '1000000000000',
    })),
    routes: [],
    min_margin_secs: 21_600,
  }
  networkSchema.parse(wire)
  return wire
}

const batchSize = 1_000

/** Inserts orders whose source is the n-th vault on this chain. The destination does not matter. */
export async function insertOrders(
  databaseUrl: string,
  orders: readonly { readonly n: number; readonly chain: string }[],
): Promise<Map<number, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const ids = new Map<number, string>()
  for (let first = 0; first < orders.length; first += batchSize) {
    const rows = orders.slice(first, first + batchSize).map(({ n, chain }) => {
      const shared = { commitmentHash: hashSecret(secretOf(n)), cancelAfter: 4_000_000_000 }
      const order = anOrder({
        source: anIntent('source', { ...shared, chain, asset: `${chain}:eth`, swapId: vaultOf(n) }),
        destination: anIntent('destination', { ...shared, chain: 'elsewhere', asset: 'elsewhere:eth' }),
      })
      ids.set(n, order.orderId)
      return newOrderRows(order)
    })
    const json = [rows.map(({ order }) => order), rows.flatMap(({ intents }) => intents)].map((part) =>
      JSON.stringify(part),
    )
    await client.query('INSERT INTO orders SELECT * FROM jsonb_populate_recordset(NULL::orders, $1::jsonb)', [json[0]])
    await client.query('INSERT INTO intents SELECT * FROM jsonb_populate_recordset(NULL::intents, $1::jsonb)', [
      json[1],
    ])
  }
  await client.query(
    `INSERT INTO order_events (order_id, order_seq, type, status, created_at)
     SELECT order_id, 1, 'order.created', status, created_at FROM orders`,
  )
  await client.query('VACUUM (ANALYZE) orders, intents, order_events')
  await client.end()
  return ids
}
