import { permit2 } from '@tandem/local-services'
import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, toHex } from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { deployDeterministic } from '../src/deploy.ts'
import {
  authorizationTypedData,
  encodeCreateEscrowAuthorized,
  encodeCreateEscrowPermit2,
  permit2TypedData,
} from '../src/index.ts'
import type { Bench } from './gas-bench.ts'
import { deployUsdc, usdcDomain } from './real-tokens.ts'

/** Measures a creation by Permit2's own code. The creator has used Permit2 with this token before. */
export async function measurePermit2(bench: Bench): Promise<number> {
  const { chainId, registry, creator, relayer } = bench
  await deployDeterministic({ ...bench.clients, initCode: permit2.initCode(), salt: permit2.salt })
  const args = [permit2.address, maxUint256] as const
  await creator.send(bench.token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }))
  const create = async (nonce: bigint) => {
    const { terms } = bench.nextTerms()
    const given = { nonce, deadline: BigInt(bench.deadline) }
    const signature = await creator.account.signTypedData(permit2TypedData({ chainId, registry, terms, ...given }))
    return relayer.send(registry, encodeCreateEscrowPermit2({ terms, ...given, signature }))
  }
  await create(0n)
  return create(1n)
}

export async function measureAuthorized(bench: Bench): Promise<number> {
  const { chainId, registry, creator, relayer } = bench
  const { publicClient, walletClient } = bench.clients
  // The sender becomes the proxy's admin, which the deterministic deployer must not be.
  const deploy = async (data: Hex): Promise<Address> => {
    const hash = await sendTransaction(walletClient, { account: relayer.account, chain: null, data, gas: 8_000_000n })
    const { contractAddress } = await waitForTransactionReceipt(publicClient, { hash, pollingInterval: 20 })
    if (!contractAddress) throw new Error('USDC was not deployed')
    return contractAddress
  }
  const usdc = await deployUsdc(relayer.account.address, deploy, relayer.send, creator.account.address)
  const { terms, vault } = bench.nextTerms({ token: usdc })
  const times = { validAfter: 0n, validBefore: BigInt(bench.deadline), nonce: toHex(1, { size: 32 }) }
  const paid = { from: terms.creator, to: vault, value: terms.amount }
  const signature = await creator.account.signTypedData(
    authorizationTypedData({ ...usdcDomain, chainId, token: usdc, ...paid, ...times }),
  )
  return relayer.send(registry, encodeCreateEscrowAuthorized({ terms, ...times, signature }))
}
