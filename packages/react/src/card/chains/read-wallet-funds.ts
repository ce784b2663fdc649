import type { AssetConfig } from '@tandem/contracts'
import { nativeToken, permit2Address } from '@tandem/escrow'
import type { EvidenceOptions } from '@tandem/sdk'
import { type Address, createClient, erc20Abi, type Hex, http, parseAbi } from 'viem'
import { getBalance, getCode, readContract } from 'viem/actions'
import type { Abilities } from '../domain/choose-paths.ts'

const authorizationAbi = parseAbi(['function authorizationState(address, bytes32) view returns (bool)'])
const someNonce = `0x${'00'.repeat(32)}` as const

/** The wallet's funds of an asset, and the ways in which it can pay with it. `balance` in base units. */
export interface WalletFunds extends Abilities {
  balance: bigint
}

/**
 * Asks the asset's chain, over the first endpoint that the application names. Nothing here is trusted with money: a wrong
 * answer offers a way that the SDK then refuses.
 */
export async function readWalletFunds(
  { endpoints }: EvidenceOptions,
  asset: AssetConfig,
  { owner, amount, vault }: { owner: Address; amount: bigint; vault?: Address | undefined },
): Promise<WalletFunds> {
  const url = endpoints[asset.asset.slice(0, asset.asset.indexOf(':'))]?.[0]
  // The query is asked again by itself, and not after as long as an endpoint's `Retry-After` says.
  const client = createClient({ transport: http(typeof url === 'string' ? url : undefined, { retryCount: 0 }) })
  const token = asset.token_address as Address
  const hasCode = async (address: Address) => ((await getCode(client, { address })) ?? '0x') !== '0x'
  if (token.toLowerCase() === nativeToken.toLowerCase()) {
    const [balance, code] = await Promise.all([
      getBalance(client, { address: owner }),
      getCode(client, { address: owner }),
    ])
    return { ...nativeAbilities, balance, isContractWallet: isContract(code) }
  }
  const balanceOf = (of: Address) =>
    readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [of] })
  const [balance, held, ownerCode, hasPermit2, allowance, hasEip3009] = await Promise.all([
    balanceOf(owner),
    vault === undefined ? 0n : balanceOf(vault),
    getCode(client, { address: owner }),
    hasCode(permit2Address),
    readContract(client, { address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, permit2Address] }),
    readContract(client, {
      address: token,
      abi: authorizationAbi,
      functionName: 'authorizationState',
      args: [owner, someNonce],
    }).then(
      () => true,
      () => false,
    ),
  ])
  return {
    balance,
    isNative: false,
    hasPermit: asset.permit,
    hasEip3009,
    hasPermit2,
    isPermit2Approved: allowance >= amount,
    isContractWallet: isContract(ownerCode),
    isFunded: vault !== undefined && held >= amount,
  }
}

/** An account that delegates its code (EIP-7702) is still its key's own. */
const isContract = (code: Hex | undefined): boolean =>
  code !== undefined && code !== '0x' && !code.startsWith('0xef0100')

const nativeAbilities: Abilities = {
  isNative: true,
  hasPermit: false,
  hasEip3009: false,
  hasPermit2: false,
  isPermit2Approved: false,
  isContractWallet: false,
  isFunded: false,
}
