import { createEscrowTypedData, encodeCreateEscrowPermit, permitTypedData } from '@tandem/escrow'
import { parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { TandemError } from '../tandem-error.ts'
import { signForContracts } from '../wallet/sign.ts'
import { ensureChain, type Wallet } from '../wallet/wallet.ts'
import { createBy } from './create-by.ts'
import { isWithoutFunction, readPermitDomain, requireTypehash } from './permit-domain.ts'
import { type SourceSide, type Submitter, signatureDeadline } from './source-side.ts'

export const noncesAbi = parseAbi(['function nonces(address owner) view returns (uint256)'])

/** The hash of `Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)`. */
const permitTypehash = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'

export async function initiatePermit(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, registry, terms, order } = source
  const owner = wallet.account.address
  const chainId = chain.chain_id
  const { token } = terms
  const { asset } = order.source_intent
  const [deadline, domain, nonce] = await Promise.all([
    signatureDeadline(wallet),
    readPermitDomain(wallet, { token, chainId, asset }),
    readContract(wallet, { address: token, abi: noncesAbi, functionName: 'nonces', args: [owner] }),
    requireTypehash(wallet, { token, asset }, 'PERMIT_TYPEHASH', permitTypehash),
  ]).catch((error: unknown) => {
    if (isWithoutFunction(error)) throw new TandemError('UNSUPPORTED_INITIATION', `${asset} has no EIP-2612 permits`)
    throw error
  })
  const permitDeadline = BigInt(deadline)
  const permit = permitTypedData({
    ...domain,
    token,
    chainId,
    owner,
    spender: registry,
    value: terms.amount,
    nonce,
    deadline: permitDeadline,
  })
  await ensureChain(wallet, chain)
  const permitSignature = await signForContracts(wallet, permit)
  const creation = createEscrowTypedData({ chainId, registry, terms, deadline })
  const creatorSignature = await signForContracts(wallet, creation)
  const body = {
    type: 'permit',
    order_id: order.order_id,
    permit_deadline: String(deadline),
    permit_signature: permitSignature,
    deadline,
    creator_signature: creatorSignature,
  } as const
  const data = () => encodeCreateEscrowPermit({ terms, permitDeadline, permitSignature, deadline, creatorSignature })
  return createBy(submitter, { body, data }, { wallet, source })
}
