import { anvilActions, type LocalAnvil } from '@tandem/local-services'
import {
  type Abi,
  type Address,
  type Client,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  keccak256,
  pad,
  parseAbiParameters,
  parseEther,
  toHex,
  walletActions,
  zeroAddress,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { deployContractDeterministic, deployEscrow } from '../src/deploy.ts'
import {
  devnetMessengerBytecode,
  devnetTokenHomeBytecode,
  hopBridgeBytecode,
  testPermitTokenBytecode,
} from '../src/generated/bytecode.ts'
import {
  createEscrowTypedData,
  devnetMessengerAbi,
  devnetTokenHomeAbi,
  type EscrowTerms,
  encodeCreateEscrow,
  encodeCreateEscrowNative,
  hashSecret,
  hopBridgeAbi,
  nativeToken,
  predictVault,
  testPermitTokenAbi,
} from '../src/index.ts'

export const genesis = 1_800_000_000
const deadline = genesis + 86_400
const amount = 1_000_000n

export interface Escrow {
  terms: EscrowTerms
  secret: Hex
  vault: Address
}

interface Party {
  account: PrivateKeyAccount
  /** @returns the gas of its transaction. */
  send: (to: Address, data: Hex, value?: bigint) => Promise<number>
}

export interface Bench extends Deployed {
  clients: { publicClient: Client; walletClient: Client }
  chainId: number
  amount: bigint
  deadline: number
  creator: Party
  relayer: Party
  recipient: Address
  recipientAccount: PrivateKeyAccount
  nextTerms(over?: Partial<EscrowTerms>): Escrow
  fund(vault: Address): Promise<number>
  approve(spender: Address, value: bigint): Promise<number>
  open(over?: Partial<EscrowTerms>): Promise<Escrow>
  authorize(terms: EscrowTerms): Promise<{ deadline: number; creatorSignature: Hex }>
  passDeadline(): Promise<void>
}

interface Deployed {
  registry: Address
  token: Address
  bridge: Address
  tokenHome: Address
  remote: Address
  destBlockchainId: Hex
}

/** Deploys our contracts on a fresh chain. Calls and secrets are the same in each run. */
export async function makeBench(anvil: LocalAnvil): Promise<Bench> {
  const chain = connect(anvil)
  const { creator, recipient, relayer, test } = chain
  const deployed = await deploy(chain)
  const { registry, token } = deployed
  const chainId = foundry.id
  let secrets = 0

  const nextTerms = (over: Partial<EscrowTerms> = {}): Escrow => {
    const secret = keccak256(toHex(++secrets))
    const terms: EscrowTerms = {
      token,
      creator: creator.account.address,
      recipient: recipient.account.address,
      hopBridge: zeroAddress,
      amount,
      cancelAfter: deadline,
      commitmentHash: hashSecret(secret),
      ...over,
    }
    return { terms, secret, vault: predictVault({ registry, chainId, terms }) }
  }
  const fund = (vault: Address) =>
    creator.send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, amount] }))
  const clients = { publicClient: test, walletClient: Object.assign(test, { account: creator.account }) }
  return {
    ...deployed,
    ...{ clients, chainId, amount, deadline, creator, relayer, nextTerms, fund },
    recipientAccount: recipient.account,
    recipient: recipient.account.address,
    approve: (spender: Address, value: bigint) =>
      creator.send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, value] })),
    async open(over: Partial<EscrowTerms> = {}) {
      const escrow = nextTerms(over)
      if (escrow.terms.token === nativeToken) {
        await creator.send(registry, encodeCreateEscrowNative(escrow.terms), escrow.terms.amount)
      } else {
        await fund(escrow.vault)
        await relayer.send(registry, encodeCreateEscrow(escrow.terms))
      }
      return escrow
    },
    authorize: async (terms: EscrowTerms) => ({
      deadline,
      creatorSignature: await creator.account.signTypedData(
        createEscrowTypedData({ chainId, registry, terms, deadline }),
      ),
    }),
    passDeadline: () => test.setNextBlockTimestamp({ timestamp: BigInt(deadline) }),
  }
}

function connect(anvil: LocalAnvil) {
  const test = createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.rpcUrl) })
    .extend(anvilActions)
    .extend(walletActions)
  const party = (index: number): Party => {
    const key = anvil.accounts[index]?.privateKey
    if (key === undefined) throw new Error(`anvil has no account ${index}`)
    const account = privateKeyToAccount(key)
    const send = async (to: Address, data: Hex, value = 0n): Promise<number> => {
      const hash = await test.sendTransaction({ account, to, data, value, gas: 5_000_000n })
      const receipt = await test.waitForTransactionReceipt({ hash, pollingInterval: 20 })
      if (receipt.status !== 'success') throw new Error(`reverted: ${data.slice(0, 10)} to ${to}`)
      return Number(receipt.gasUsed)
    }
    return { account, send }
  }
  return { test, creator: party(0), recipient: party(1), relayer: party(2) }
}

type Chain = ReturnType<typeof connect>

async function deploy({ test, creator }: Chain): Promise<Deployed> {
  const walletClient = Object.assign(test, { account: creator.account })
  const at = { publicClient: test, walletClient }
  const contract = async (abi: Abi, bytecode: Hex, args: readonly unknown[]) =>
    (await deployContractDeterministic({ ...at, abi, bytecode, args })).address
  const { registry } = await deployEscrow(at)
  const token = await contract(testPermitTokenAbi, testPermitTokenBytecode, ['USD Coin', 'USDC', 6])
  const messenger = await contract(devnetMessengerAbi, devnetMessengerBytecode, [keccak256(toHex('the hub'))])
  const tokenHome = await contract(devnetTokenHomeAbi, devnetTokenHomeBytecode, [messenger, token])
  const owner = creator.account.address
  const bridge = await contract(hopBridgeAbi, hopBridgeBytecode, [owner, messenger, 0])
  const destBlockchainId = keccak256(toHex('a layer 1'))
  const remote = getAddress(pad('0xde57', { size: 20 }))
  await registerRemote(test, { messenger, tokenHome, destBlockchainId, remote })
  const addRoute = [token, destBlockchainId, tokenHome, remote, 250_000n] as const
  await creator.send(bridge, encodeFunctionData({ abi: hopBridgeAbi, functionName: 'addRoute', args: addRoute }))
  const mint = [owner, 10n ** 18n] as const
  await creator.send(token, encodeFunctionData({ abi: testPermitTokenAbi, functionName: 'mint', args: mint }))
  return { registry, token, bridge, tokenHome, remote, destBlockchainId }
}

/** Does what the messenger does when the remote's registration is delivered. */
async function registerRemote(
  test: Chain['test'],
  at: { messenger: Address; tokenHome: Address; destBlockchainId: Hex; remote: Address },
) {
  const registration = encodeAbiParameters(parseAbiParameters('(uint256, uint8, uint8)'), [[0n, 6, 6]])
  const message = encodeAbiParameters(parseAbiParameters('(uint8, bytes)'), [[0, registration]])
  await test.impersonateAccount({ address: at.messenger })
  await test.setBalance({ address: at.messenger, value: parseEther('1') })
  const hash = await test.writeContract({
    account: at.messenger,
    address: at.tokenHome,
    abi: devnetTokenHomeAbi,
    functionName: 'receiveTeleporterMessage',
    args: [at.destBlockchainId, at.remote, message],
  })
  await test.waitForTransactionReceipt({ hash, pollingInterval: 20 })
}
