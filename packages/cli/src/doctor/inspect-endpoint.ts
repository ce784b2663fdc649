import type { ChainConfig } from '@tandem/contracts'
import { confirmationDepth } from '@tandem/contracts/rules'
import { inspectEscrow, inspectHopBridge } from '@tandem/escrow/deploy'
import { type Address, type Client, numberToHex } from 'viem'
import { getBlock, getChainId, getCode, getFeeHistory, getGasPrice, getTransactionReceipt } from 'viem/actions'
import { causeOf } from '../cause-of.ts'
import { CheckFailed, type Finding, findingOf } from './finding.ts'

/**
 * How many seconds the newest block may be older or newer than this machine's clock, in addition to ten block times.
 */
const clockSecs = 60

/**
 * How many blocks an endpoint must accept in one request for logs. Swaps also work with endpoints that accept fewer,
 * but every search is slow then.
 */
const logBlocks = 500n

/** In how many of the newest blocks to look for a transaction, to test that the endpoint returns receipts. */
const receiptBlocks = 10n

/**
 * Compares one endpoint with the network file, and tries everything that a swap needs from it. Endpoints are checked
 * one by one, so that the findings name the one with a fault.
 */
export function inspectEndpoint(client: Client, of: string, chain: ChainConfig): Promise<Finding[]> {
  const { chain_id: wanted, hop_bridge_address: bridge, finality_tag: tag } = chain
  const check = (name: string, inspect: () => Promise<string>) => findingOf(of, name, inspect)
  return Promise.all([
    check('chain', async () => {
      const id = await getChainId(client)
      if (id !== wanted) throw new CheckFailed(`it is of chain ${id}, not ${wanted}; correct --rpc or the network file`)
      return `chain ${id}`
    }),
    check('clock', () => readClock(client, chain)),
    check('registry', async () => {
      const { state } = await inspectEscrow(client, chain.registry_address as Address)
      return deployed(state)
    }),
    ...(bridge === null
      ? []
      : [check('hop bridge', async () => deployed(await inspectHopBridge(client, bridge as Address)))]),
    ...(tag === null
      ? [check('state at the largest depth', () => readDeepState(client, chain))]
      : [check(`finality tag ${tag}`, () => readTagged(client, tag, chain))]),
    check('logs of a range', () => readLogs(client, chain)),
    check('receipts', () => readReceipt(client)),
    check('fees', () => readFees(client)),
  ])
}

function deployed(state: string): string {
  if (state !== 'deployed')
    throw new CheckFailed(`${state}: the network file names another contract than this version's`)
  return 'is this version’s code'
}

async function readClock(client: Client, { block_time_ms: blockMs }: ChainConfig): Promise<string> {
  const { timestamp, number } = await getBlock(client)
  const behind = Math.floor(Date.now() / 1000) - Number(timestamp)
  const text = `block ${number} is ${behind} s old by the clock of this machine`
  if (Math.abs(behind) > clockSecs + (blockMs * 10) / 1000)
    throw new CheckFailed(`${text}; the endpoint lags, or the clock of this machine is wrong`)
  return text
}

/**
 * Reads the state at the largest confirmation depth of the chain. A plain full node may have deleted a state that old.
 * Swaps work without it, so the finding says so and is no failure.
 */
async function readDeepState(client: Client, chain: ChainConfig): Promise<string> {
  const depth = confirmationDepth(chain, undefined).confirmations ?? 1
  const { number: head } = await getBlock(client)
  const counted = head - BigInt(depth) + 1n
  const blockNumber = counted > 0n ? counted : 0n
  return stateAt(client, chain, blockNumber, `block ${blockNumber} (${depth} blocks back)`)
}

async function readTagged(client: Client, tag: 'safe' | 'finalized', chain: ChainConfig): Promise<string> {
  const { number } = await getBlock(client, { blockTag: tag }).catch((error: unknown) => {
    throw new CheckFailed(
      `no ${tag} block (${causeOf(error)}); swaps would wait for ever: use an endpoint that knows the tag`,
    )
  })
  return stateAt(client, chain, number, `block ${number} (${tag})`)
}

async function stateAt(client: Client, chain: ChainConfig, blockNumber: bigint, block: string): Promise<string> {
  try {
    await getCode(client, { address: chain.registry_address as Address, blockNumber })
    return `the state of ${block} is readable`
  } catch (error) {
    return `the state of ${block} is not kept (${causeOf(error)}); swaps do without it, and only consent to an early refund waits`
  }
}

async function readLogs(client: Client, { registry_address: address }: ChainConfig): Promise<string> {
  const { number: head } = await getBlock(client)
  const from = head > logBlocks ? head - logBlocks : 0n
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(head), address: address as Address }
  const logs = await client.request({ method: 'eth_getLogs', params: [range] }).catch((error: unknown) => {
    throw new CheckFailed(
      `no eth_getLogs over ${head - from} blocks (${causeOf(error)}); use an endpoint that answers it`,
    )
  })
  return `${logs.length} events of the registry in ${head - from} blocks`
}

async function readReceipt(client: Client): Promise<string> {
  const { number: head } = await getBlock(client)
  for (let number = head; number >= 0n && number > head - receiptBlocks; number -= 1n) {
    const [hash] = (await getBlock(client, { blockNumber: number })).transactions
    if (hash === undefined) continue
    const { status } = await getTransactionReceipt(client, { hash }).catch((error: unknown) => {
      throw new CheckFailed(`no receipt of ${hash} in block ${number} (${causeOf(error)}); use another endpoint`)
    })
    return `that of ${hash} says ${status}`
  }
  return `the newest ${receiptBlocks} blocks have no transaction to ask for`
}

/** Reads the fees: the base fee and the fee history, or the gas price of a chain that has no base fee. */
async function readFees(client: Client): Promise<string> {
  const { baseFeePerGas } = await getBlock(client)
  if (baseFeePerGas === null) return `one price, ${await getGasPrice(client)} wei`
  const { reward } = await getFeeHistory(client, { blockCount: 10, rewardPercentiles: [50] }).catch(
    (error: unknown) => {
      throw new CheckFailed(
        `no eth_feeHistory (${causeOf(error)}); transactions could not be priced: use another endpoint`,
      )
    },
  )
  return `history of ${reward?.length ?? 0} blocks, base fee ${baseFeePerGas} wei`
}
