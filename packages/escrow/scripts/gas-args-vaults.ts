import { type Address, encodeFunctionData, erc20Abi, type Hex, keccak256, parseEther, sha256, toHex } from 'viem'
import { readContract } from 'viem/actions'
import { nativeToken, permitTypedData, testPermitTokenAbi } from '../src/index.ts'
import type { Bench } from './gas-bench.ts'
import { type Built, build, deploy, type PeerGas } from './peer-contract.ts'

const batchSize = 10

interface Args {
  token: Address
  creator: Address
  recipient: Address
  blocks: bigint
  commitmentHash: Hex
}

/** `peers/ArgsFactory.sol` and its vaults. */
export async function measureArgsVaults(bench: Bench): Promise<PeerGas[]> {
  const built = build('ArgsFactory')
  const { creator, relayer, amount } = bench
  const address = await deploy(bench, built, [creator.account.address])
  const call = (functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: built.abi, functionName, args })
  for (const token of [bench.token, nativeToken]) await creator.send(address, call('list', [token]))
  const next = makeNext(bench, built, address)

  const prefunded = async (blocks = 1_000n) => {
    const one = await next({ blocks })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [one.vault, amount] })
    await creator.send(bench.token, data)
    return one
  }
  const create = async (blocks?: bigint) => {
    const one = await prefunded(blocks)
    return { ...one, gas: await relayer.send(address, call('create', [one.args, amount])) }
  }
  const first = await create()
  const late = await create(1n)
  const signed = await next()
  const createSigned = await relayer.send(
    address,
    call('createSigned', [signed.args, amount, await signCreation(bench, address, signed.args)]),
  )
  const permitted = await next()
  const permit = await signPermit(bench, address)
  const createPermit = await relayer.send(
    address,
    call('createPermit', [permitted.args, amount, bench.deadline, permit]),
  )
  const native = await next({ token: nativeToken })
  const value = parseEther('1')
  const createNative = await creator.send(address, call('createNative', [native.args, value]), value)
  const all: Args[] = []
  for (let index = 0; index < batchSize; index += 1) all.push((await prefunded()).args)
  const createBatch = await relayer.send(address, call('createBatch', [all, amount]))

  const { abi } = build('ArgsVault')
  const settle = (vault: Address, functionName: string, args: readonly unknown[]) =>
    relayer.send(vault, encodeFunctionData({ abi, functionName, args }))
  const claim = await settle(first.vault, 'claim', [first.secret])
  const claimNative = await settle(native.vault, 'claim', [native.secret])
  const refund = await settle(late.vault, 'refund', [])
  const batched = Math.ceil(createBatch / batchSize)
  return [
    { label: 'Oryn: `createEscrow`', gas: first.gas, published: 184_381, ours: 'createEscrow' },
    { label: 'Oryn: `createEscrowSigned`', gas: createSigned, published: 221_259, ours: 'createEscrowSigned' },
    { label: 'Oryn: `createEscrowPermit`', gas: createPermit, published: 230_286, ours: 'createEscrowPermitSigned' },
    { label: 'Oryn: `createEscrowNative`', gas: createNative, published: 213_442, ours: 'createEscrowNative' },
    { label: 'Oryn: `createEscrowBatch` of 10, each', gas: batched, published: 158_160, ours: 'createEscrowBatch' },
    { label: 'Oryn: `claim`', gas: claim, published: 61_487, ours: 'claim' },
    { label: 'Oryn: `claim`, native token', gas: claimNative, published: 59_281, ours: 'claimNative' },
    { label: 'Oryn: `refund`', gas: refund, published: 62_521, ours: 'cancel' },
  ]
}

function makeNext({ clients, token, creator, recipient }: Bench, { abi }: Built, address: Address) {
  let count = 0
  return async (over: Partial<Args> = {}) => {
    count += 1
    const secret = keccak256(toHex(`vault with its terms ${count}`))
    const args: Args = {
      ...{ token, creator: creator.account.address, recipient, blocks: 1_000n, commitmentHash: sha256(secret) },
      ...over,
    }
    const vault = await readContract(clients.publicClient, { address, abi, functionName: 'vaultOf', args: [args] })
    return { args, secret, vault: vault as Address }
  }
}

const signCreation = ({ chainId, creator, amount }: Bench, address: Address, args: Args): Promise<Hex> =>
  creator.account.signTypedData({
    domain: { name: 'ArgsFactory', version: '1.0.0', chainId, verifyingContract: address },
    types: {
      Create: [
        { name: 'token', type: 'address' },
        { name: 'creator', type: 'address' },
        { name: 'recipient', type: 'address' },
        { name: 'blocks', type: 'uint256' },
        { name: 'commitmentHash', type: 'bytes32' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'Create',
    message: { ...args, amount },
  })

async function signPermit(
  { clients, chainId, token, creator, amount, deadline }: Bench,
  spender: Address,
): Promise<Hex> {
  const owner = creator.account.address
  const nonce = await readContract(clients.publicClient, {
    ...{ address: token, abi: testPermitTokenAbi, functionName: 'nonces', args: [owner] },
  })
  return creator.account.signTypedData(
    permitTypedData({
      ...{ token, name: 'USD Coin', version: '1', chainId, owner, spender, value: amount, nonce },
      deadline: BigInt(deadline),
    }),
  )
}
