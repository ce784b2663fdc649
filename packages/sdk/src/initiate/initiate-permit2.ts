import { encodeCreateEscrowPermit2, permit2Address, permit2TypedData } from '@tandem/escrow'
import { bytesToBigInt, type Hex, maxUint256 } from 'viem'
import { TandemError } from '../tandem-error.ts'
import { hasCode } from '../wallet/read-account.ts'
import { send } from '../wallet/send.ts'
import { signForContracts } from '../wallet/sign.ts'
import { ensureChain, type Wallet } from '../wallet/wallet.ts'
import { approvalsOf } from './approvals.ts'
import { createBy } from './create-by.ts'
import { type SourceSide, type Submitter, signatureDeadline } from './source-side.ts'

/**
 * Pays with one Permit2 signature. The user's first payment of a token also approves Permit2, without a limit. That is
 * safe, because Permit2 transfers nothing without a signature of the user.
 */
export async function initiatePermit2(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, registry, terms, order } = source
  const walletTxHashes: Hex[] = []
  const [isThere, approvals] = await Promise.all([
    hasCode(wallet, permit2Address),
    approvalsOf(wallet, source, { spender: permit2Address, amount: maxUint256 }),
  ])
  if (!isThere)
    throw new TandemError('UNSUPPORTED_INITIATION', `there is no Permit2 at ${permit2Address} on ${chain.chain}`)
  for (const approval of approvals) walletTxHashes.push(await send(wallet, chain, approval))
  const seconds = await signatureDeadline(wallet)
  const permit = { nonce: bytesToBigInt(crypto.getRandomValues(new Uint8Array(32))), deadline: BigInt(seconds) }
  const typedData = permit2TypedData({ chainId: chain.chain_id, registry, terms, ...permit })
  await ensureChain(wallet, chain)
  const signature = await signForContracts(wallet, typedData)
  const body = {
    type: 'permit2',
    order_id: order.order_id,
    nonce: String(permit.nonce),
    deadline: seconds,
    signature,
  } as const
  const data = () => encodeCreateEscrowPermit2({ terms, ...permit, signature })
  const created = await createBy(submitter, { body, data }, { wallet, source })
  return { ...created, walletTxHashes: [...walletTxHashes, ...created.walletTxHashes] }
}
