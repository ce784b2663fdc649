import { encodeCreateEscrowPermit2, permit2Address, permit2TypedData } from '@tandem/escrow'
import { encodeFunctionData, erc20Abi, type Hex, hexToBigInt, maxUint256 } from 'viem'
import { readContract } from 'viem/actions'
import { ensureChain } from '../ensure-chain.ts'
import { hasCode } from '../has-code.ts'
import { signForContracts } from '../sign.ts'
import { TandemError } from '../tandem-error.ts'
import { send, type Wallet } from '../wallet.ts'
import { createBy, randomNonce, type SourceSide, type Submitter, signatureDeadline } from './source-side.ts'

/** A first approval of Permit2 moves nothing without a signature. */
export async function initiatePermit2(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, registry, terms, order } = source
  const { account } = wallet
  const walletTxHashes: Hex[] = []
  const [isThere, allowance] = await Promise.all([
    hasCode(wallet, permit2Address),
    readContract(wallet, {
      address: terms.token,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [account.address, permit2Address],
    }),
  ])
  if (!isThere)
    throw new TandemError('UNSUPPORTED_INITIATION', `there is no Permit2 at ${permit2Address} on ${chain.chain}`)
  if (allowance < terms.amount) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2Address, maxUint256] })
    walletTxHashes.push(await send(wallet, chain, { to: terms.token, data }))
  }
  const seconds = await signatureDeadline(wallet)
  const permit = { nonce: hexToBigInt(randomNonce()), deadline: BigInt(seconds) }
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
