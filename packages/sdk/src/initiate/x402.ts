import { isSameAddress } from '@tandem/escrow'
import { getAddress, type Hex, isErc6492Signature } from 'viem'
import type { CreateInitiation, Order } from '../client/types.ts'
import { accountNotDeployed } from '../sign.ts'
import { TandemError } from '../tandem-error.ts'
import type { WantedChain } from '../wallet.ts'

/** `exact` on EVM chains, version 2. Base units. */
export interface X402Requirements {
  scheme: 'exact'
  /** CAIP-2. */
  network: `eip155:${number}`
  asset: string
  amount: string
  payTo: string
  maxTimeoutSeconds: number
  extra: { name: string; version: string; assetTransferMethod: 'eip3009' }
}

/** For an EIP-3009 token. */
export interface X402Payment {
  authorization: { from: string; to: string; value: string; validAfter: string; validBefore: string; nonce: string }
  signature: string
}

/**
 * Its payee is the vault, its payer `source.creator`.
 * @param options.domain the token's EIP-712 name and version ({@link readPermitDomain}).
 */
export function x402Requirements(
  { source_intent: source }: Order,
  options: { chain: WantedChain; domain: { name: string; version: string } },
): X402Requirements {
  return {
    scheme: 'exact',
    network: `eip155:${options.chain.chain_id}`,
    asset: getAddress(source.token_address),
    amount: source.amount,
    payTo: getAddress(source.swap_id),
    maxTimeoutSeconds: 600,
    extra: { ...options.domain, assetTransferMethod: 'eip3009' },
  }
}

/**
 * A facilitator may use the payment first: the vault is created all the same.
 * @throws `UNSUPPORTED_INITIATION` for another payment; `ACCOUNT_NOT_DEPLOYED` (ERC-6492).
 */
export function x402Initiation(
  { order_id, source_intent: source }: Order,
  { authorization, signature }: X402Payment,
): CreateInitiation {
  const { from, to, value } = authorization
  if (!isSameAddress(from, source.creator) || !isSameAddress(to, source.swap_id) || value !== source.amount)
    throw new TandemError('UNSUPPORTED_INITIATION', 'the payment is not by the creator to the vault, of the amount', {
      details: { from, to, value, wanted: { from: source.creator, to: source.swap_id, value: source.amount } },
    })
  if (isErc6492Signature(signature as Hex)) throw accountNotDeployed(from)
  return {
    type: 'eip3009',
    order_id,
    valid_after: authorization.validAfter,
    valid_before: authorization.validBefore,
    nonce: authorization.nonce as Hex,
    signature: signature as Hex,
  }
}
