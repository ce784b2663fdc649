import { escrowRegistryAbi, isSameAddress } from '@tandem/escrow'
import { type Address, type Client, type Hex, hashStruct, type TypedDataDefinition } from 'viem'
import { readContract, verifyTypedData } from 'viem/actions'

/**
 * Whether a party signed typed data, by the rule of the contract that will be shown the signature. The registry is asked
 * itself: viem also takes a recovery byte of 0, a high `s`, and the wrapped signature of an account without code
 * (ERC-6492), and a claim with one of these would make its secret public and revert. Permit2 has rules of its own, for which
 * the whole creation is simulated.
 *
 * @throws viem's errors when the chain cannot be read.
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
