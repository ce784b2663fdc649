import { escrowRegistryAbi, isSameAddress } from '@tandem/escrow'
import { type Address, type Client, type Hex, hashStruct, type TypedDataDefinition } from 'viem'
import { readContract, verifyTypedData } from 'viem/actions'

/**
 * By the registry's own rule: viem also takes a recovery byte of 0, a high `s`, and ERC-6492, with which a claim would
 * publish its secret and revert.
 * @throws viem's errors.
 */
export async function isSignedBy(
  client: Client,
  asked: { registry: Address; party: Address; typedData: TypedDataDefinition; signature: Hex },
): Promise<boolean> {
  const { registry, party, typedData, signature } = asked
  const { verifyingContract } = typedData.domain ?? {}
  if (verifyingContract === undefined || !isSameAddress(verifyingContract, registry))
    return verifyTypedData(client, { ...typedData, address: party, signature })
  const { message: data, primaryType, types } = typedData
  return readContract(client, {
    address: registry,
    abi: escrowRegistryAbi,
    functionName: 'isSignedBy',
    args: [party, hashStruct({ data, primaryType, types }), signature],
  })
}
