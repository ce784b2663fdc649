import { anvilActions } from '@tandem/local-services'
import {
  type Client,
  createWalletClient,
  type Hex,
  type HttpTransport,
  http,
  type PrivateKeyAccount,
  type PublicActions,
  type WalletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type HopClient = Client<
  HttpTransport,
  undefined,
  PrivateKeyAccount,
  undefined,
  PublicActions<HttpTransport, undefined, PrivateKeyAccount> & WalletActions<undefined, PrivateKeyAccount>
>

/** Connects to a chain. Nothing is tried twice, because the callers know better when to try again. */
export const connect = (rpcUrl: string, privateKey: Hex): HopClient =>
  createWalletClient({
    account: privateKeyToAccount(privateKey),
    transport: http(rpcUrl, { retryCount: 0, timeout: 5_000 }),
    pollingInterval: 50,
    cacheTime: 0,
  }).extend(anvilActions)
