import { createTestClient, createWalletClient, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type devnetChains, viemChain } from './chains.ts'

type DevnetChain = (typeof devnetChains)[number]

/** A client that reads, signs and sends as this account. */
export function walletOf(chain: DevnetChain, rpcUrl: string, privateKey: Hex) {
  return createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: viemChain(chain, rpcUrl),
    transport: http(rpcUrl),
    pollingInterval: 100,
  }).extend(publicActions)
}
export type DevnetWallet = ReturnType<typeof walletOf>

/** A client that can move anvil's clock and stop its mining. */
export const anvilOf = (chain: DevnetChain, rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: viemChain(chain, rpcUrl), transport: http(rpcUrl) }).extend(publicActions)
export type AnvilClient = ReturnType<typeof anvilOf>
