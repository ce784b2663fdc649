import { consentCancelTypedData } from '@tandem/escrow'
import { isAddressEqual, recoverTypedDataAddress } from 'viem'
import type { AskConsentDeps } from '../usecases/ask-consent.ts'
import type { Clock } from '../usecases/ports.ts'
import { makeChainClients } from './chain-clients.ts'

const timeoutMs = 2_000

/** Checks the signature of a consent by its key; of a recipient that is a contract, by what its chain says. */
export function makeIsConsentSigned(
  rpcUrls: Readonly<Record<string, readonly string[]>>,
  now: Clock,
): AskConsentDeps['isSigned'] {
  const clientOf = makeChainClients(rpcUrls, { timeoutMs, now })
  return async ({ chain, recipient, registryAddress: registry, swapId: vault }, chainId, { deadline, signature }) => {
    const typedData = consentCancelTypedData({ chainId, registry, vault, deadline })
    const signer = await recoverTypedDataAddress({ ...typedData, signature }).catch(() => undefined)
    if (signer !== undefined && isAddressEqual(signer, recipient)) return true
    const client = clientOf(chain)
    if (client === undefined) return false
    const code = await client.getCode({ address: recipient })
    return code !== undefined && (await client.verifyTypedData({ ...typedData, address: recipient, signature }))
  }
}
