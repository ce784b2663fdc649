import { anvilActions } from '@tandem/local-services'
import {
  type Chain,
  type Client,
  createTestClient,
  createWalletClient,
  type Hex,
  type HttpTransport,
  http,
  type PrivateKeyAccount,
  type PublicActions,
  type TestActions,
  type WalletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type DevnetChain, viemChain } from './chains.ts'

export type DevnetWallet = Client<
  HttpTransport,
  Chain,
  PrivateKeyAccount,
  undefined,
  PublicActions<HttpTransport, Chain, PrivateKeyAccount> & WalletActions<Chain, PrivateKeyAccount>
>

/** A client that can move anvil's clock, and stop its mining. */
export type AnvilClient = Client<
  HttpTransport,
  Chain,
  undefined,
  undefined,
  PublicActions<HttpTransport, Chain> & TestActions
>

export function walletOf(chain: DevnetChain, rpcUrl: string, privateKey: Hex): DevnetWallet {
  return createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: viemChain(chain, rpcUrl) as Chain,
    transport: http(rpcUrl),
    pollingInterval: 100,
  }).extend(anvilActions) as DevnetWallet
}

export const anvilOf = (chain: DevnetChain, rpcUrl: string): AnvilClient =>
  createTestClient({ mode: 'anvil', chain: viemChain(chain, rpcUrl) as Chain, transport: http(rpcUrl) }).extend(
    anvilActions,
  ) as AnvilClient
