import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** Reads, signs and sends on whatever chain answers. Nothing is tried twice: the callers know better when to. */
export const connect = (rpcUrl: string, privateKey: Hex) =>
  createWalletClient({
    account: privateKeyToAccount(privateKey),
    transport: http(rpcUrl, { retryCount: 0, timeout: 5_000 }),
    pollingInterval: 50,
    cacheTime: 0,
  }).extend(publicActions)

export type HopClient = ReturnType<typeof connect>
