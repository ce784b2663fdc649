import type { Quorum } from '@tandem/chain'
import type { FeeModel } from '@tandem/chain/sending'
import { type Address, bytesToHex, type Client, parseAbi, zeroAddress } from 'viem'
import { readContract, simulateContract } from 'viem/actions'
import type { DataCost } from '../transactions/ports.ts'
import { believed } from './believed.ts'

/** GasPriceOracle of the OP stack (Fjord). */
const gasPriceOracle: Address = '0x420000000000000000000000000000000000000F'
const gasPriceOracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])
/** NodeInterface of Arbitrum. */
const nodeInterface: Address = '0x00000000000000000000000000000000000000C8'
const nodeInterfaceAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])
/** Nonce, fees, address, signature. */
const envelopeBytes = 150

/** Measured with bytes that do not compress. */
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

/** The price of the layer below may rise by half meanwhile. */
const withRoom = (value: bigint): bigint => (value * 3n) / 2n

/** The same bytes for a size, so that endpoints may cache. */
function noise(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}
