import { encodeFunctionData, parseEther, zeroAddress } from 'viem'
import {
  claimToTypedData,
  consentCancelTypedData,
  devnetTokenHomeAbi,
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
  hopClaimTypedData,
  hopDispatchGas,
  nativeToken,
  permitTypedData,
} from '../src/index.ts'
import type { Bench, Escrow } from './gas-bench.ts'
import { measureAuthorized, measurePermit2 } from './gas-one-signature.ts'
import type { GasRow } from './gas-table.ts'

const batchSize = 10
const allowance = 2n ** 255n
const byItsCreator = { deadline: 0, creatorSignature: '0x' } as const
const nativeEscrow = { token: nativeToken, amount: parseEther('1') }
const each = (ofBatch: number) => Math.ceil(ofBatch / batchSize)

/**
 * Measures each operation. Their order matters: accounts that have held a token, and slots that were written, cost
 * less.
 */
export async function measureOperations(bench: Bench): Promise<Record<GasRow, number>> {
  const { registry, relayer } = bench
  const warmUp = await bench.open()
  await relayer.send(registry, encodeClaim(warmUp.terms, warmUp.secret))

  const { prefunded, ...prefund } = await measurePrefund(bench)
  const { signed, ...bySignature } = await measureSigned(bench)
  const { permitted, ...byPermit } = await measurePermits(bench)
  const { native, batch, ...others } = await measureNativeAndBatch(bench)
  const claims = await measureClaims(bench, { prefunded, signed, native, batch })
  const hops = await measureHops(bench)
  const returns = await measureReturns(bench, permitted)
  const [expired, expiredNative] = [await bench.open(), await bench.open(nativeEscrow)]
  const createEscrowSignedBatch = await measureSignedBatch(bench)
  const createEscrowPermit2 = await measurePermit2(bench)
  const createEscrowAuthorized = await measureAuthorized(bench)
  await bench.passDeadline()
  const cancel = await relayer.send(registry, encodeCancel(expired.terms))
  const cancelNative = await relayer.send(registry, encodeCancel(expiredNative.terms))
  const created = { createEscrowSignedBatch, createEscrowPermit2, createEscrowAuthorized }
  return {
    ...prefund,
    ...bySignature,
    ...byPermit,
    ...others,
    ...created,
    ...claims,
    ...hops,
    ...returns,
    cancel,
    cancelNative,
  }
}

async function measurePrefund({ nextTerms, fund, relayer, registry }: Bench) {
  const prefunded = nextTerms()
  const prefundTransfer = await fund(prefunded.vault)
  const createEscrow = await relayer.send(registry, encodeCreateEscrow(prefunded.terms))
  return { prefunded, prefundTransfer, createEscrow }
}

async function measureSigned({ nextTerms, approve, authorize, creator, relayer, registry }: Bench) {
  await approve(registry, allowance)
  const createEscrowByCreator = await creator.send(
    registry,
    encodeCreateEscrowSigned({ terms: nextTerms().terms, ...byItsCreator }),
  )
  const signed = nextTerms()
  const createEscrowSigned = await relayer.send(
    registry,
    encodeCreateEscrowSigned({ terms: signed.terms, ...(await authorize(signed.terms)) }),
  )
  await approve(registry, 0n)
  return { signed, createEscrowByCreator, createEscrowSigned }
}

async function measurePermits({ nextTerms, authorize, creator, relayer, registry, chainId, token, ...at }: Bench) {
  const deadline = BigInt(at.deadline)
  const permitCall = async ({ terms }: Escrow, nonce: bigint) => ({
    terms,
    permitDeadline: deadline,
    permitSignature: await creator.account.signTypedData(
      permitTypedData({
        ...{ token, name: 'USD Coin', version: '1', chainId },
        ...{ owner: creator.account.address, spender: registry, value: at.amount, nonce, deadline },
      }),
    ),
  })
  const createOwn = async (nonce: bigint) =>
    creator.send(registry, encodeCreateEscrowPermit({ ...(await permitCall(nextTerms(), nonce)), ...byItsCreator }))
  await createOwn(0n)
  const createEscrowPermit = await createOwn(1n)
  const permitted = nextTerms()
  const createEscrowPermitSigned = await relayer.send(
    registry,
    encodeCreateEscrowPermit({ ...(await permitCall(permitted, 2n)), ...(await authorize(permitted.terms)) }),
  )
  return { permitted, createEscrowPermit, createEscrowPermitSigned }
}

async function measureNativeAndBatch({ nextTerms, fund, creator, relayer, registry }: Bench) {
  const native = nextTerms(nativeEscrow)
  const createEscrowNative = await creator.send(registry, encodeCreateEscrowNative(native.terms), native.terms.amount)
  const batch = Array.from({ length: batchSize }, () => nextTerms())
  for (const { vault } of batch) await fund(vault)
  const created = await relayer.send(registry, encodeCreateEscrowBatch(batch.map(({ terms }) => terms)))
  return { native, batch, createEscrowNative, createEscrowBatch: each(created) }
}

async function measureClaims(
  { relayer, registry, chainId, deadline, recipientAccount }: Bench,
  escrows: { prefunded: Escrow; signed: Escrow; native: Escrow; batch: readonly Escrow[] },
) {
  const { prefunded, signed, native } = escrows
  const claim = await relayer.send(registry, encodeClaim(prefunded.terms, prefunded.secret))
  const claimNative = await relayer.send(registry, encodeClaim(native.terms, native.secret))
  const batch = escrows.batch.map(({ terms, secret }) => ({ terms, secret, gasLimit: 150_000n }))
  const claimBatch = each(await relayer.send(registry, encodeClaimBatch(batch)))
  const to = relayer.account.address
  const signature = await recipientAccount.signTypedData(
    claimToTypedData({ chainId, registry, vault: signed.vault, to, deadline }),
  )
  const args = [signed.terms, signed.secret, to, BigInt(deadline), signature] as const
  const claimTo = await relayer.send(
    registry,
    encodeFunctionData({ abi: escrowRegistryAbi, functionName: 'claimTo', args }),
  )
  return { claim, claimNative, claimBatch, claimTo }
}

async function measureHops(bench: Bench) {
  const { bridge, chainId, deadline, destBlockchainId, recipient, recipientAccount, registry, relayer, token } = bench
  const to = { destBlockchainId, hopRecipient: recipient, feeToken: token, dispatchGas: hopDispatchGas, deadline }
  const hop = async (relayerFee: bigint) => {
    const route = { ...to, relayerFee }
    const { secret, vault, terms } = await bench.open({ hopBridge: bridge })
    const { commitmentHash } = terms
    const message = { chainId, registry, vault, commitmentHash, hopBridge: bridge, route }
    const signature = await recipientAccount.signTypedData(hopClaimTypedData(message))
    return relayer.send(registry, encodeClaimHop(terms, secret, route, signature))
  }
  await hop(1_000n)
  const claimHop = await hop(0n)
  const claimHopWithFee = await hop(1_000n)
  return { claimHop, claimHopWithFee, hopSend: await measureTokenHome(bench) }
}

async function measureTokenHome(bench: Bench): Promise<number> {
  const { amount, approve, creator, destBlockchainId, recipient, remote, token, tokenHome } = bench
  const input = {
    destinationBlockchainID: destBlockchainId,
    destinationTokenTransferrerAddress: remote,
    recipient,
    primaryFeeTokenAddress: token,
    primaryFee: 1_000n,
    secondaryFee: 0n,
    requiredGasLimit: 250_000n,
    multiHopFallback: zeroAddress,
  }
  await approve(tokenHome, amount)
  const args = [input, amount - input.primaryFee] as const
  return creator.send(tokenHome, encodeFunctionData({ abi: devnetTokenHomeAbi, functionName: 'send', args }))
}

async function measureReturns(bench: Bench, { terms, vault }: Escrow) {
  const { chainId, creator, deadline, fund, nextTerms, recipientAccount, registry, relayer } = bench
  const consent = await recipientAccount.signTypedData(consentCancelTypedData({ chainId, registry, vault, deadline }))
  const args = [terms, BigInt(deadline), consent] as const
  const cancelWithConsent = await relayer.send(
    registry,
    encodeFunctionData({ abi: escrowRegistryAbi, functionName: 'cancelWithConsent', args }),
  )
  const forgotten = nextTerms()
  await fund(forgotten.vault)
  const recoverPrefund = await creator.send(registry, encodeRecoverPrefund(forgotten.terms))
  return { cancelWithConsent, recoverPrefund }
}

async function measureSignedBatch({ approve, authorize, nextTerms, registry, relayer }: Bench): Promise<number> {
  await approve(registry, allowance)
  const batch: Parameters<typeof encodeCreateEscrowSignedBatch>[0][number][] = []
  for (let index = 0; index < batchSize; index += 1) {
    const { terms } = nextTerms()
    batch.push({ terms, ...(await authorize(terms)) })
  }
  return each(await relayer.send(registry, encodeCreateEscrowSignedBatch(batch)))
}
