import { assetOf, type DevnetWallet, type Stack } from '@tandem/devnet'
import { testTokenAbi } from '@tandem/escrow'
import { anvilActions } from '@tandem/local-services'
import { createWalletClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The native tokens that a funded user has on each chain with escrows, in wei. */
export const gasMoney = parseEther('10')

/** A new user, whose own nonces let swaps run side by side. */
export interface FundedUser {
  account: PrivateKeyAccount
  wallets: Record<'devnet_a' | 'devnet_b', DevnetWallet>
}

/** Makes an account with gas money on both chains, and exactly this amount of a source asset, in base units. */
export const fundUser = (stack: Stack, asset: string, amount: bigint): Promise<FundedUser> =>
  fundKey(stack, generatePrivateKey(), asset, amount)

/** Funds the account of a given key in the same way. */
export async function fundKey(stack: Stack, key: Hex, asset: string, amount: bigint): Promise<FundedUser> {
  const account = privateKeyToAccount(key)
  const walletOn = (name: 'devnet_a' | 'devnet_b') => {
    const { user, anvil } = stack.chains[name]
    const options = { account, chain: user.chain, transport: http(anvil.rpcUrl), pollingInterval: 200 }
    return createWalletClient(options).extend(anvilActions) as DevnetWallet
  }
  const wallets = { devnet_a: walletOn('devnet_a'), devnet_b: walletOn('devnet_b') }
  for (const name of ['devnet_a', 'devnet_b'] as const)
    await stack.chains[name].control.setBalance({ address: account.address, value: gasMoney })
  if (asset.endsWith(':eth')) return { account, wallets }
  const { token: address } = assetOf(stack.network, asset)
  const mint = { address, abi: testTokenAbi, functionName: 'mint', args: [account.address, amount] } as const
  await wallets.devnet_a.waitForTransactionReceipt({ hash: await wallets.devnet_a.writeContract(mint) })
  return { account, wallets }
}
