import { escrowRegistryAbi, isSameAddress } from '@tandem/escrow'
import { type Address, type Client, type Hex, hashStruct, hashTypedData, type TypedDataDefinition } from 'viem'
import { readContract, verifyHash } from 'viem/actions'

/**
 * Makes the question whether a party has signed, which any endpoint can be asked. The rule is the registry's own: viem also
 * accepts a recovery byte of 0, a high `s`, and ERC-6492, with which a claim would publish its secret and revert.
 *
 * The data is hashed before an endpoint is asked, so that a stranger's value that cannot be hashed is never taken for a fault of
 * the endpoint.
 * @throws viem's errors about the typed data; the question throws viem's errors about the endpoint.
 */
export function isSignedBy(asked: {
  registry: Address
  party: Address
  typedData: TypedDataDefinition
  signature: Hex
}): (client: Client) => Promise<boolean> {
  const { registry, party, typedData, signature } = asked
  const { verifyingContract } = typedData.domain ?? {}
  if (verifyingContract === undefined || !isSameAddress(verifyingContract, registry)) {
    const hash = hashTypedData(typedData)
    return (client) => verifyHash(client, { address: party, hash, signature })
  }
  const { message: data, primaryType, types } = typedData
  const structHash = hashStruct({ data, primaryType, types })
  return (client) =>
    readContract(client, {
      address: registry,
      abi: escrowRegistryAbi,
      functionName: 'isSignedBy',
      args: [party, structHash, signature],
    })
}
