import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbiParameters, sha256, toHex } from 'viem'
import { getBlock } from 'viem/actions'
import type { Bench } from './gas-bench.ts'
import { build, deploy, type PeerGas } from './peer-contract.ts'

const lockSecs = 3_600

/** `peers/SwapTable.sol`. It holds another swap's tokens before, and its sender has a swap already, as in use. */
export async function measureSwapTable(bench: Bench): Promise<PeerGas[]> {
  const built = build('SwapTable', { viaIR: true })
  const { creator, relayer, amount, recipient, token } = bench
  const { publicClient } = bench.clients
  const address = await deploy(bench, built, [])
  const call = (functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: built.abi, functionName, args })
  const route = { sourceAsset: 'USDC', chain: 'AVALANCHE_MAINNET', account: recipient, asset: 'USDC' }
  const lock = async (index: number) => {
    const [id, secret] = [keccak256(toHex(`table ${index}`)), keccak256(toHex(`secret of table ${index}`))]
    const hashlock = sha256(encodeAbiParameters(parseAbiParameters('bytes32'), [secret]))
    const { timestamp } = await getBlock(publicClient)
    const args = [id, hashlock, Number(timestamp) + lockSecs, recipient, route, amount, token]
    return { id, secret, gas: await creator.send(address, call('lock', args)) }
  }
  await lock(0)
  const first = await lock(1)
  const late = await lock(2)
  const redeem = await relayer.send(address, call('redeem', [first.id, 0n, BigInt(first.secret)]))
  await publicClient.increaseTime({ seconds: lockSecs })
  const refund = await relayer.send(address, call('refund', [late.id, 0n]))
  return [
    { label: 'TRAIN: `lockSrc`', gas: first.gas, published: 192_545, ours: 'createEscrowByCreator' },
    { label: 'TRAIN: `redeem`', gas: redeem, published: 63_770, ours: 'claim' },
    { label: 'TRAIN: `refund`', gas: refund, published: 52_884, ours: 'cancel' },
  ]
}
