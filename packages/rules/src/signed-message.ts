import { type Hex, recoverTypedDataAddress, type TypedDataDefinition } from 'viem'

/** A kind of signed message: its fields in the order in which they are signed, as on the wire, with their EIP-712 types. */
export interface MessageKind<M extends object> {
  /** The EIP-712 domain. It names no chain, because a message is about two of them. */
  readonly domain: string
  readonly primaryType: string
  readonly fields: readonly (readonly [keyof M & string, 'string' | 'address' | 'bytes32' | 'uint64' | 'uint256'])[]
}

const signedName = (name: string) => name.replace(/_./g, (part) => part.slice(1).toUpperCase())

/** The EIP-712 typed data of a message: each field under its name in camelCase. */
export function typedDataOf<M extends object>(
  { domain, primaryType, fields }: MessageKind<M>,
  message: M,
): TypedDataDefinition {
  const types = { [primaryType]: fields.map(([name, type]) => ({ name: signedName(name), type })) }
  const values = fields.map(([name, type]) => {
    const value = message[name] as string | number
    return [signedName(name), type.startsWith('uint') ? BigInt(value) : value]
  })
  const definition = { domain: { name: domain, version: '1' }, types, primaryType, message: Object.fromEntries(values) }
  // The compiler cannot know that the type's name is none of Solidity's own.
  return definition as unknown as TypedDataDefinition
}

/** Whether a signature of a message is by the given key. A signature that cannot be read is by none. */
export async function isMessageSignedBy<M extends object>(
  kind: MessageKind<M>,
  signer: string,
  { message, signature }: { message: M; signature: string },
): Promise<boolean> {
  const recover = async () => recoverTypedDataAddress({ ...typedDataOf(kind, message), signature: signature as Hex })
  const found = await recover().catch(() => undefined)
  return found?.toLowerCase() === signer.toLowerCase()
}
