import { authorizationTypedData, encodeCreateEscrowAuthorized } from '@tandem/escrow'
import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { TandemError } from '../tandem-error.ts'
import { signForContracts } from '../wallet/sign.ts'
import { ensureChain, type Wallet } from '../wallet/wallet.ts'
import { createBy } from './create-by.ts'
import { isWithoutFunction, readPermitDomain, requireTypehash } from './permit-domain.ts'
import { type SourceSide, type Submitter, signatureDeadline } from './source-side.ts'

const stateAbi = parseAbi(['function authorizationState(address authorizer, bytes32 nonce) view returns (bool)'])

/**
 * The hash of `TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256
 * validBefore,bytes32 nonce)`.
 */
const authorizationTypehash = '0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267'

const words = [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }] as const

/**
 * The nonce of an authorization. It is derived from the escrow, so that an authorization which is signed a second time
 * cannot pay a second time.
 */
export const authorizationNonce = (escrow: { chainId: number; vault: Address; commitmentHash: Hex }): Hex =>
  keccak256(encodeAbiParameters(words, [BigInt(escrow.chainId), escrow.vault, escrow.commitmentHash]))

/**
 * Pays with one EIP-3009 signature. The user needs no approval and no gas.
 *
 * @throws `UNSUPPORTED_INITIATION`; `NOT_ON_CHAIN` when the authorization was used before, and the chain does not show
 * the amount in the vault. Nothing was signed then.
 */
export async function initiateEip3009(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, vault, terms, order } = source
  const { account } = wallet
  const { token } = terms
  const { asset } = order.source_intent
  const chainId = chain.chain_id
  const nonce = authorizationNonce({ chainId, vault, commitmentHash: terms.commitmentHash })
  const [deadline, domain] = await Promise.all([
    signatureDeadline(wallet),
    readPermitDomain(wallet, { token, chainId, asset }),
    requireUnused(wallet, source, nonce),
    requireTypehash(wallet, { token, asset }, 'TRANSFER_WITH_AUTHORIZATION_TYPEHASH', authorizationTypehash),
  ])
  const authorization = { validAfter: 0n, validBefore: BigInt(deadline), nonce }
  const typedData = authorizationTypedData({
    ...domain,
    ...authorization,
    token,
    chainId,
    from: account.address,
    to: vault,
    value: terms.amount,
  })
  await ensureChain(wallet, chain)
  const signature = await signForContracts(wallet, typedData)
  const body = {
    type: 'eip3009',
    order_id: order.order_id,
    valid_after: String(authorization.validAfter),
    valid_before: String(authorization.validBefore),
    nonce,
    signature,
  } as const
  const data = () => encodeCreateEscrowAuthorized({ terms, ...authorization, signature })
  return createBy(submitter, { body, data }, { wallet, source })
}

async function requireUnused(wallet: Wallet, { terms, order, chain }: SourceSide, nonce: Hex): Promise<void> {
  const isUsed = await readContract(wallet, {
    address: terms.token,
    abi: stateAbi,
    functionName: 'authorizationState',
    args: [wallet.account.address, nonce],
  }).catch((error: unknown) => {
    if (!isWithoutFunction(error)) throw error
    throw new TandemError('UNSUPPORTED_INITIATION', `${order.source_intent.asset} has no EIP-3009 authorizations`)
  })
  if (isUsed)
    throw new TandemError('NOT_ON_CHAIN', `the authorization was used, and ${chain.chain} does not show the amount`, {
      retryable: true,
    })
}
