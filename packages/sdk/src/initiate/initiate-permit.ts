import { createEscrowTypedData, encodeCreateEscrowPermit, permitTypedData } from '@tandem/escrow'
import { parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { isWithoutFunction, readPermitDomain } from '../permit-domain.ts'
import { signForContracts } from '../sign.ts'
import { TandemError } from '../tandem-error.ts'
import { ensureChain, type Wallet } from '../wallet.ts'
import { createBy, type SourceSide, type Submitter, signatureDeadline } from './source-side.ts'

const noncesAbi = parseAbi(['function nonces(address owner) view returns (uint256)'])

export async function initiatePermit(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, registry, terms, order } = source
  const owner = wallet.account.address
  const [deadline, domain, nonce] = await Promise.all([
    signatureDeadline(wallet),
    readPermitDomain(wallet, terms.token),
    readContract(wallet, { address: terms.token, abi: noncesAbi, functionName: 'nonces', args: [owner] }),
  ]).catch((error: unknown) => {
    if (isWithoutFunction(error))
      throw new TandemError('UNSUPPORTED_INITIATION', `${order.source_intent.asset} has no EIP-2612 permits`)
    throw error
  })
  const permitDeadline = BigInt(deadline)
  const chainId = chain.chain_id
  const permit = permitTypedData({
    ...domain,
    token: terms.token,
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
