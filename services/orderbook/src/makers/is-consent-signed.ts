import { askLatest } from '@tandem/chain'
import { consentCancelTypedData } from '@tandem/escrow'
import { isAddressEqual, recoverTypedDataAddress } from 'viem'
import { getCode, verifyTypedData } from 'viem/actions'
import { makeReadQuorums } from '../network/read-quorums.ts'
import type { Clock } from '../ports.ts'
import type { AskConsentDeps } from './ask-consent.ts'

const timeoutMs = 2_000

/** Checks the signature of a key, or asks the contract at the recipient's address on its chain (ERC-1271). */
export function makeIsConsentSigned(
  rpcUrls: Readonly<Record<string, readonly string[]>>,
  now: Clock,
): AskConsentDeps['isSigned'] {
  const quorumOf = makeReadQuorums(rpcUrls, { timeoutMs, now })
  return async ({ chain, recipient, registryAddress: registry, swapId: vault }, chainId, { deadline, signature }) => {
    const typedData = consentCancelTypedData({ chainId, registry, vault, deadline })
    const signer = await recoverTypedDataAddress({ ...typedData, signature }).catch(() => undefined)
    if (signer !== undefined && isAddressEqual(signer, recipient)) return true
    const quorum = quorumOf(chain)
    if (quorum === undefined) return false
    return askLatest(quorum, 'signature', async (client) => {
      const code = await getCode(client, { address: recipient })
      return code !== undefined && (await verifyTypedData(client, { ...typedData, address: recipient, signature }))
    })
  }
}
