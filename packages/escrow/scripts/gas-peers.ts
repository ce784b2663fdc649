import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  keccak256,
  parseAbiParameters,
  sha256,
  toHex,
  zeroHash,
} from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { measureArgsVaults } from './gas-args-vaults.ts'
import type { Bench } from './gas-bench.ts'
import { measureSwapTable } from './gas-swap-table.ts'
import type { GasRow } from './gas-table.ts'
import { build, deploy, type PeerGas } from './peer-contract.ts'

/** `peers/LedgerHtlc.sol`. It holds another swap's tokens before, as in use. */
async function measureLedger(bench: Bench): Promise<PeerGas[]> {
  const built = build('LedgerHtlc')
  const { creator, relayer, amount } = bench
  const address = await deploy(bench, built, [bench.token])
  const call = (functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: built.abi, functionName, args })
  const initiate = async (index: number, blocks: bigint) => {
    const secret = keccak256(toHex(`ledger ${index}`))
    const terms = [sha256(secret), creator.account.address, bench.recipient, blocks, amount] as const
    const types = parseAbiParameters('uint256, bytes32, address, address, uint256, uint256, address')
    const id = sha256(encodeAbiParameters(types, [BigInt(bench.chainId), ...terms, address]))
    const gas = await creator.send(address, call('initiate', [bench.recipient, blocks, amount, terms[0]]))
    return { gas, id, secret }
  }
  await initiate(0, 1000n)
  const first = await initiate(1, 1000n)
  const late = await initiate(2, 1n)
  const redeem = await relayer.send(address, call('redeem', [first.id, first.secret]))
  const refund = await relayer.send(address, call('refund', [late.id]))
  return [
    { label: 'Garden: `initiate`', gas: first.gas, published: 158_755, ours: 'createEscrowByCreator' },
    { label: 'Garden: `redeem`', gas: redeem, published: 74_956, ours: 'claim' },
    { label: 'Garden: `refund`', gas: refund, published: 71_442, ours: 'cancel' },
  ]
}

/** `peers/CloneFactory.sol`, without a safety deposit, which would cost a transfer of value more at each end. */
async function measureClones(bench: Bench): Promise<PeerGas[]> {
  const built = build('CloneFactory')
  const { creator, amount } = bench
  const { publicClient } = bench.clients
  const address = await deploy(bench, built, [])
  const logic = (await readContract(publicClient, { address, abi: built.abi, functionName: 'LOGIC' })) as Address
  const escrowAbi = build('CloneEscrow').abi
  const create = async (index: number, lasts: bigint) => {
    const secret = keccak256(toHex(`clone ${index}`))
    const asked = {
      ...{ orderHash: zeroHash, hashlock: keccak256(secret), maker: bench.recipient, taker: creator.account.address },
      ...{ token: bench.token, amount, safetyDeposit: 0n, timelocks: lasts },
    }
    const data = encodeFunctionData({ abi: built.abi, functionName: 'createDstEscrow', args: [asked] })
    const gas = await creator.send(address, data)
    const { timestamp } = await getBlock(publicClient)
    const terms = { ...asked, timelocks: lasts | (timestamp << 224n) }
    const types = parseAbiParameters('bytes32, bytes32, address, address, address, uint256, uint256, uint256')
    const { orderHash, hashlock, maker, taker, token, safetyDeposit, timelocks } = terms
    const salt = keccak256(
      encodeAbiParameters(types, [orderHash, hashlock, maker, taker, token, amount, safetyDeposit, timelocks]),
    )
    const code = concat(['0x3d602d80600a3d3981f3363d3d373d3d3d363d73', logic, '0x5af43d82803e903d91602b57fd5bf3'])
    const escrow = getCreate2Address({ from: address, salt, bytecodeHash: keccak256(code) })
    return { gas, terms, escrow, secret }
  }
  const settle = (escrow: Address, functionName: string, args: readonly unknown[]) =>
    creator.send(escrow, encodeFunctionData({ abi: escrowAbi, functionName, args }))
  const first = await create(1, 3600n)
  const late = await create(2, 0n)
  const withdraw = await settle(first.escrow, 'withdraw', [first.secret, first.terms])
  const cancel = await settle(late.escrow, 'cancel', [late.terms])
  return [
    { label: '1inch: `createDstEscrow`', gas: first.gas, published: 102_578, ours: 'createEscrowByCreator' },
    { label: '1inch: `withdraw`', gas: withdraw, published: 39_780, ours: 'claim' },
    { label: '1inch: `cancel`', gas: cancel, published: 38_777, ours: 'cancel' },
  ]
}

export const measurePeers = async (bench: Bench): Promise<PeerGas[]> => [
  ...(await measureArgsVaults(bench)),
  ...(await measureLedger(bench)),
  ...(await measureSwapTable(bench)),
  ...(await measureClones(bench)),
]

/** In Markdown; in brackets ours divided by theirs. */
export function peerTable(all: readonly PeerGas[], ours: Record<GasRow, number>): string {
  const figure = (gas: number) => gas.toLocaleString('en-US')
  const lines = all.map(({ label, gas, published, ours: row }) => [
    label,
    `${figure(gas)} (${(ours[row] / gas).toFixed(2)})`,
    figure(published),
  ])
  const header = ['re-created', 'run beside ours', "the peer's own code"]
  return [header, ['---', '---:', '---:'], ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
