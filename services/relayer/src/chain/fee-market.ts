import type { FeeModel } from '@tandem/sending'
import { type Address, bytesToHex, type PublicClient, parseAbi, zeroAddress } from 'viem'
import { commonMarket } from '../transactions/domain/fee-market.ts'
import type { DataCost } from '../transactions/ports.ts'

/** @throws the first endpoint's error when none answers. */
export async function readFeeMarket(clients: readonly PublicClient[], model: FeeModel) {
  const read = model === 'legacy' ? readGasPrice : readFeeHistory
  const answers = await Promise.allSettled(clients.map(read))
  const said = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [first] = answers
  if (said.length === 0 && first?.status === 'rejected') throw first.reason
  return commonMarket(said)
}

async function readFeeHistory(client: PublicClient) {
  const { baseFeePerGas, reward } = await client.getFeeHistory({ blockCount: 10, rewardPercentiles: [50] })
  // The last entry is the next block's.
  const next = baseFeePerGas.at(-1)
  // Not 0: a transaction that offers nothing waits behind all others, and every later nonce behind it.
  if (next === undefined) throw new Error('the endpoint names no base fee')
  return { baseFeePerGas: next, recentTips: (reward ?? []).flatMap((one) => one.slice(0, 1)) }
}

/** A single price for all: it is the tip of a chain without a base fee. */
const readGasPrice = async (client: PublicClient) => ({ baseFeePerGas: 0n, recentTips: [await client.getGasPrice()] })

/** GasPriceOracle of the OP stack (Fjord): the most that the data of a transaction of this size can cost. */
const gasPriceOracle: Address = '0x420000000000000000000000000000000000000F'
const gasPriceOracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])
/** NodeInterface of Arbitrum: how much gas the data of a transaction adds. */
const nodeInterface: Address = '0x00000000000000000000000000000000000000C8'
const nodeInterfaceAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])
/** Beside its calldata: nonce, fees, address, signature. */
const envelopeBytes = 150

/** The cost of a transaction's data, measured with bytes that hold nothing and that do not compress. */
export async function readDataCost(client: PublicClient, model: FeeModel, bytes: number): Promise<DataCost> {
  if (model === 'op_stack') {
    const args = [BigInt(bytes + envelopeBytes)] as const
    const wei = await client.readContract({
      ...{ address: gasPriceOracle, abi: gasPriceOracleAbi, functionName: 'getL1FeeUpperBound', args },
    })
    return { gas: 0n, wei: withRoom(wei) }
  }
  if (model !== 'arbitrum') return { gas: 0n, wei: 0n }
  const { result } = await client.simulateContract({
    ...{ address: nodeInterface, abi: nodeInterfaceAbi, functionName: 'gasEstimateL1Component' },
    args: [zeroAddress, false, bytesToHex(noise(bytes))],
  })
  return { gas: withRoom(result[0]), wei: 0n }
}

/** The price of the layer below may rise by half before the transaction is mined. */
const withRoom = (value: bigint): bigint => (value * 3n) / 2n

/** The same bytes for the same size, so that endpoints may cache the answer. */
function noise(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}
