/**
 * Measures the gas of whole transactions (with calldata and the envelope's 21,000) on a fresh anvil, and writes
 * `gas-snapshot.json` and the table of `docs/escrow.md`. `--check`: fails when a committed one differs, or when a
 * figure is over its target.
 *
 * Everything that a transaction carries is fixed: the figures are the same on every machine.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anvilActions, type LocalAnvil, startAnvil } from '@tandem/local-services'
import {
  type Abi,
  type Address,
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
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { deployContractDeterministic, deployEscrow } from '../src/deploy.ts'
import {
  devnetMessengerBytecode,
  devnetTokenHomeBytecode,
  hopBridgeBytecode,
  testPermitTokenBytecode,
} from '../src/generated/bytecode.ts'
import {
  claimToTypedData,
  consentCancelTypedData,
  createEscrowTypedData,
  devnetMessengerAbi,
  devnetTokenHomeAbi,
  type EscrowTerms,
  encodeCancel,
  encodeClaim,
  encodeClaimBatch,
  encodeClaimHop,
  encodeCreateEscrow,
  encodeCreateEscrowBatch,
  encodeCreateEscrowNative,
  encodeCreateEscrowPermit,
  encodeCreateEscrowSigned,
  encodeCreateEscrowSignedBatch,
  encodeRecoverPrefund,
  escrowRegistryAbi,
  hashSecret,
  hopBridgeAbi,
  hopClaimTypedData,
  hopDispatchGas,
  nativeToken,
  permitTypedData,
  predictVault,
  testPermitTokenAbi,
} from '../src/index.ts'
import { escrowRoot } from './forge.ts'
import { measureAuthorized, measurePermit2 } from './gas-one-signature.ts'
import { measurePeers, peerTable } from './gas-peers.ts'
import { type GasRow, gasRows, gasTable, peers } from './gas-table.ts'
import type { PeerGas } from './peer-contract.ts'

const genesis = 1_800_000_000
const cancelAfter = genesis + 86_400
const amount = 1_000_000n
const batchSize = 10

const snapshotFile = join(escrowRoot, 'gas-snapshot.json')
const docsFile = join(escrowRoot, '../../docs/escrow.md')

const anvil = await startAnvil({ chainId: foundry.id, timestamp: genesis })
try {
  report(await measure(anvil))
} finally {
  await anvil.stop()
}

/** Gas per operation, in the order of {@link gasRows}. */
async function measure(anvil: LocalAnvil): Promise<{ gas: Record<GasRow, number>; peersBeside: PeerGas[] }> {
  const chain = connect(anvil)
  const { registry, token, bridge, tokenHome, remote, destBlockchainId } = await deploy(chain)
  const { creator, recipient, relayer } = chain
  let secrets = 0

  const nextTerms = (over: Partial<EscrowTerms> = {}) => {
    const secret = keccak256(toHex(++secrets))
    const terms: EscrowTerms = {
      token,
      creator: creator.account.address,
      recipient: recipient.account.address,
      hopBridge: zeroAddress,
      amount,
      cancelAfter,
      commitmentHash: hashSecret(secret),
      ...over,
    }
    return { terms, secret, vault: predictVault({ registry, chainId: foundry.id, terms }) }
  }
  type Escrow = ReturnType<typeof nextTerms>

  const transfer = (to: Address) => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  const fund = (escrow: Escrow) => creator.send(token, transfer(escrow.vault))
  const open = async (over: Partial<EscrowTerms> = {}) => {
    const escrow = nextTerms(over)
    if (escrow.terms.token === nativeToken) {
      await creator.send(registry, encodeCreateEscrowNative(escrow.terms), escrow.terms.amount)
    } else {
      await fund(escrow)
      await relayer.send(registry, encodeCreateEscrow(escrow.terms))
    }
    return escrow
  }
  const domain = { chainId: foundry.id, registry }
  const authorize = async ({ terms }: Escrow) => ({
    deadline: cancelAfter,
    creatorSignature: await creator.account.signTypedData(
      createEscrowTypedData({ ...domain, terms, deadline: cancelAfter }),
    ),
  })

  // Accounts that have held the token before are not warmed up by a measurement.
  const warmUp = await open()
  await relayer.send(registry, encodeClaim(warmUp.terms, warmUp.secret))

  const prefunded = nextTerms()
  const prefundTransfer = await fund(prefunded)
  const createEscrow = await relayer.send(registry, encodeCreateEscrow(prefunded.terms))

  await creator.send(
    token,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [registry, 2n ** 255n] }),
  )
  const createEscrowByCreator = await creator.send(
    registry,
    encodeCreateEscrowSigned({ terms: nextTerms().terms, deadline: 0, creatorSignature: '0x' }),
  )
  const signed = nextTerms()
  const createEscrowSigned = await relayer.send(
    registry,
    encodeCreateEscrowSigned({ terms: signed.terms, ...(await authorize(signed)) }),
  )
  await creator.send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [registry, 0n] }))
  const deadline = BigInt(cancelAfter)
  const permitCall = async ({ terms }: Escrow, nonce: bigint) => ({
    terms,
    permitDeadline: deadline,
    permitSignature: await creator.account.signTypedData(
      permitTypedData({
        ...{ token, name: 'USD Coin', version: '1', chainId: foundry.id },
        ...{ owner: creator.account.address, spender: registry, value: amount, nonce, deadline },
      }),
    ),
  })
  const byItsCreator = { deadline: 0, creatorSignature: '0x' } as const
  const firstPermit = nextTerms()
  await creator.send(registry, encodeCreateEscrowPermit({ ...(await permitCall(firstPermit, 0n)), ...byItsCreator }))
  const ownPermit = nextTerms()
  const createEscrowPermit = await creator.send(
    registry,
    encodeCreateEscrowPermit({ ...(await permitCall(ownPermit, 1n)), ...byItsCreator }),
  )
  const permitted = nextTerms()
  const createEscrowPermitSigned = await relayer.send(
    registry,
    encodeCreateEscrowPermit({ ...(await permitCall(permitted, 2n)), ...(await authorize(permitted)) }),
  )
  const native = nextTerms({ token: nativeToken, amount: parseEther('1') })
  const createEscrowNative = await creator.send(registry, encodeCreateEscrowNative(native.terms), native.terms.amount)

  const batch = Array.from({ length: batchSize }, () => nextTerms())
  for (const escrow of batch) await fund(escrow)
  const createBatch = await relayer.send(registry, encodeCreateEscrowBatch(batch.map(({ terms }) => terms)))

  const claim = await relayer.send(registry, encodeClaim(prefunded.terms, prefunded.secret))
  const claimNative = await relayer.send(registry, encodeClaim(native.terms, native.secret))
  const claimBatch = await relayer.send(
    registry,
    encodeClaimBatch(batch.map(({ terms, secret }) => ({ terms, secret, gasLimit: 150_000n }))),
  )
  const payee = relayer.account.address
  const claimToSignature = await recipient.account.signTypedData(
    claimToTypedData({ ...domain, vault: signed.vault, to: payee, deadline: cancelAfter }),
  )
  const onRegistry = { abi: escrowRegistryAbi } as const
  const claimTo = await relayer.send(
    registry,
    encodeFunctionData({
      ...onRegistry,
      functionName: 'claimTo',
      args: [signed.terms, signed.secret, payee, BigInt(cancelAfter), claimToSignature],
    }),
  )
  const to = {
    destBlockchainId,
    hopRecipient: recipient.account.address,
    feeToken: token,
    dispatchGas: hopDispatchGas,
    deadline: cancelAfter,
  }
  const hop = async (relayerFee: bigint) => {
    const route = { ...to, relayerFee }
    const { secret, vault, terms } = await open({ hopBridge: bridge })
    const message = { ...domain, vault, commitmentHash: terms.commitmentHash, hopBridge: bridge, route }
    const signature = await recipient.account.signTypedData(hopClaimTypedData(message))
    return relayer.send(registry, encodeClaimHop(terms, secret, route, signature))
  }
  await hop(1_000n)
  const claimHop = await hop(0n)
  const claimHopWithFee = await hop(1_000n)
  const hopSend = await sendDirectly()

  /** The token home's part of a hop. */
  async function sendDirectly() {
    const input = {
      destinationBlockchainID: destBlockchainId,
      destinationTokenTransferrerAddress: remote,
      recipient: to.hopRecipient,
      primaryFeeTokenAddress: token,
      primaryFee: 1_000n,
      secondaryFee: 0n,
      requiredGasLimit: 250_000n,
      multiHopFallback: zeroAddress,
    }
    await creator.send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [tokenHome, amount] }))
    return creator.send(
      tokenHome,
      encodeFunctionData({ abi: devnetTokenHomeAbi, functionName: 'send', args: [input, amount - 1_000n] }),
    )
  }

  const consent = await recipient.account.signTypedData(
    consentCancelTypedData({ ...domain, vault: permitted.vault, deadline: cancelAfter }),
  )
  const cancelWithConsent = await relayer.send(
    registry,
    encodeFunctionData({
      ...onRegistry,
      functionName: 'cancelWithConsent',
      args: [permitted.terms, BigInt(cancelAfter), consent],
    }),
  )
  const forgotten = nextTerms()
  await fund(forgotten)
  const recoverPrefund = await creator.send(registry, encodeRecoverPrefund(forgotten.terms))

  const expired = await open()
  const expiredNative = await open({ token: nativeToken, amount: parseEther('1') })
  await creator.send(
    token,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [registry, 2n ** 255n] }),
  )
  const signedBatch: Parameters<typeof encodeCreateEscrowSignedBatch>[0][number][] = []
  for (let index = 0; index < batchSize; index += 1) {
    const escrow = nextTerms()
    signedBatch.push({ terms: escrow.terms, ...(await authorize(escrow)) })
  }
  const createSignedBatch = await relayer.send(registry, encodeCreateEscrowSignedBatch(signedBatch))
  const walletClient = Object.assign(chain.test, { account: creator.account })
  const clients = { publicClient: chain.test, walletClient }
  const bench = {
    ...{ clients, chainId: foundry.id, registry, token, amount, deadline: cancelAfter, creator, relayer, nextTerms },
    recipient: recipient.account.address,
  }
  const createEscrowPermit2 = await measurePermit2(bench)
  const createEscrowAuthorized = await measureAuthorized(bench)
  const peersBeside = await measurePeers(bench)
  await chain.test.setNextBlockTimestamp({ timestamp: BigInt(cancelAfter) })
  const cancel = await relayer.send(registry, encodeCancel(expired.terms))
  const cancelNative = await relayer.send(registry, encodeCancel(expiredNative.terms))

  const gas = {
    prefundTransfer,
    createEscrow,
    createEscrowByCreator,
    createEscrowSigned,
    createEscrowPermit,
    createEscrowPermitSigned,
    createEscrowPermit2,
    createEscrowAuthorized,
    createEscrowNative,
    createEscrowBatch: Math.ceil(createBatch / batchSize),
    createEscrowSignedBatch: Math.ceil(createSignedBatch / batchSize),
    claim,
    claimNative,
    claimTo,
    claimBatch: Math.ceil(claimBatch / batchSize),
    claimHop,
    claimHopWithFee,
    hopSend,
    cancel,
    cancelNative,
    cancelWithConsent,
    recoverPrefund,
  }
  return { gas, peersBeside }
}

function connect(anvil: LocalAnvil) {
  const test = createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.rpcUrl) })
    .extend(anvilActions)
    .extend(walletActions)
  const party = (index: number) => {
    const key = anvil.accounts[index]?.privateKey
    if (key === undefined) throw new Error(`anvil has no account ${index}`)
    const account = privateKeyToAccount(key)
    /** Sends a call and returns the gas of its transaction. */
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

async function deploy({ test, creator }: Chain) {
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

/** As the messenger does when the remote's registration is delivered. */
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

function report({ gas, peersBeside }: Awaited<ReturnType<typeof measure>>): void {
  const isCheck = process.argv.includes('--check')
  const over = gasRows.filter(({ row, target }) => target !== undefined && gas[row] > target)
  for (const { row, target } of over) console.error(`${row} takes ${gas[row]} gas; its target is ${target}`)
  const table = `${gasTable(gas)}\n\n${peerTable(peersBeside, gas)}\n`
  const docs = readFileSync(docsFile, 'utf8')
  const marked = /(<!-- gas -->\n)[\s\S]*?(<!-- \/gas -->)/
  if (!marked.test(docs)) throw new Error('docs/escrow.md has no place for the gas table')
  const files = {
    [snapshotFile]: `${JSON.stringify(gas, null, 2)}\n`,
    [docsFile]: docs.replace(marked, `$1\n${table}\n$2`),
  }
  let stale = 0
  for (const [file, text] of Object.entries(files)) {
    if (!isCheck) writeFileSync(file, text)
    else if (readFileSync(file, 'utf8') !== text) stale += 1
  }
  if (stale > 0) {
    const before = JSON.parse(readFileSync(snapshotFile, 'utf8'))
    for (const { row } of gasRows) if (before[row] !== gas[row]) console.error(`${row}: ${before[row]} → ${gas[row]}`)
    console.error('the gas snapshot or its table is stale; run: npm run generate')
  }
  console.log(table)
  console.log('\nIn brackets: ours divided by theirs. Re-created from:')
  for (const peer of peers) console.log(`  ${peer}`)
  console.log(`\ngas: ${gasRows.length - over.length} of ${gasRows.length} operations within their targets`)
  process.exitCode = over.length + stale === 0 ? 0 : 1
}
