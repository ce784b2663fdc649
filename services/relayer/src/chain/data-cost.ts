import type { Quorum } from '@tandem/chain'
import type { FeeModel } from '@tandem/chain/sending'
import { type Address, bytesToHex, type Client, parseAbi, zeroAddress } from 'viem'
import { readContract, simulateContract } from 'viem/actions'
import type { DataCost } from '../transactions/ports.ts'
import { believed } from './believed.ts'

/** The OP stack's GasPriceOracle, which has `getL1FeeUpperBound` since the Fjord upgrade. */
const gasPriceOracle: Address = '0x420000000000000000000000000000000000000F'
const gasPriceOracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])
/** Arbitrum's NodeInterface, which its nodes answer without a contract. */
const nodeInterface: Address = '0x00000000000000000000000000000000000000C8'
const nodeInterfaceAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])
/** Bytes of a transaction beside its calldata: nonce, fees, address and signature. */
const envelopeBytes = 150

/**
 * What a rollup charges for posting this many bytes of calldata to its parent chain. Arbitrum is asked with bytes that do not
 * compress, so that real calldata costs no more.
 */
export async function askDataCost(quorum: Quorum, model: FeeModel, bytes: number): Promise<DataCost> {
  const reached = (read: (client: Client) => Promise<bigint>) =>
    believed(
      quorum,
      quorum.reached(({ client }) => read(client), { name: 'data_cost' }),
    )
  if (model === 'op_stack') return { gas: 0n, wei: withRoom(await reached((client) => readWei(client, bytes))) }
  if (model !== 'arbitrum') return { gas: 0n, wei: 0n }
  return { gas: withRoom(await reached((client) => readGas(client, bytes))), wei: 0n }
}

const readWei = (client: Client, bytes: number): Promise<bigint> =>
  readContract(client, {
    ...{ address: gasPriceOracle, abi: gasPriceOracleAbi, functionName: 'getL1FeeUpperBound' },
    args: [BigInt(bytes + envelopeBytes)],
  })

async function readGas(client: Client, bytes: number): Promise<bigint> {
  const { result } = await simulateContract(client, {
    ...{ address: nodeInterface, abi: nodeInterfaceAbi, functionName: 'gasEstimateL1Component' },
    args: [zeroAddress, false, bytesToHex(noise(bytes))],
  })
  return BigInt(result[0])
}

/** Adds half, because the parent chain's price may rise before the transaction is mined. */
const withRoom = (value: bigint): bigint => (value * 3n) / 2n

/** Bytes that do not compress. They are the same for every call with this length, so that endpoints may cache the answer. */
function noise(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}
