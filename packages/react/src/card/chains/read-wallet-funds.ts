import type { AssetConfig } from '@tandem/contracts'
import { nativeToken, permit2Address } from '@tandem/escrow'
import type { EvidenceOptions } from '@tandem/sdk'
import { type Address, createClient, erc20Abi, type Hex, http, parseAbi } from 'viem'
import { getBalance, getCode, readContract } from 'viem/actions'
import type { Abilities } from '../domain/choose-paths.ts'

const authorizationAbi = parseAbi(['function authorizationState(address, bytes32) view returns (bool)'])
const someNonce = `0x${'00'.repeat(32)}` as const

/** The wallet's balance of an asset, in base units, and the facts that say how it can pay. */
export interface WalletFunds extends Abilities {
  balance: bigint
}

/**
 * Reads the wallet's funds over the first endpoint of the asset's chain. One endpoint is enough: when it lies, the card offers a
 * path that the SDK then refuses, and no money moves.
 */
export async function readWalletFunds(
  { endpoints }: EvidenceOptions,
  asset: AssetConfig,
  { owner, amount, vault }: { owner: Address; amount: bigint; vault?: Address | undefined },
): Promise<WalletFunds> {
  const url = endpoints[asset.asset.slice(0, asset.asset.indexOf(':'))]?.[0]
  // No retry by viem, which would wait for as long as an endpoint's `Retry-After` header says. The query repeats itself.
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

/** An account that delegates to a contract (EIP-7702) still signs with its own key, so it does not count as a contract. */
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
