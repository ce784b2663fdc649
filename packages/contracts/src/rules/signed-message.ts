import { type Hex, hashTypedData, recoverAddress, type TypedDataDefinition } from 'viem'

export interface MessageKind<M extends object> {
  /** The EIP-712 domain. It names no chain, because a message is about two. */
  readonly domain: string
  readonly primaryType: string
  readonly fields: readonly (readonly [keyof M & string, 'string' | 'address' | 'bytes32' | 'uint64' | 'uint256'])[]
}

const signedName = (name: string) => name.replace(/_./g, (part) => part.slice(1).toUpperCase())

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
  // A cast, because the name of the type is none of Solidity's own, so viem's types cannot know it.
  return definition as unknown as TypedDataDefinition
}

/** Recovers the address whose key signed a hash. It rejects when no key did. */
export type Recover = (hash: Hex, signature: Hex) => Promise<string>

const recoverInJavaScript: Recover = (hash, signature) => recoverAddress({ hash, signature })

/** Whether a key has signed a message. For an unreadable signature the answer is `false`. */
export async function isMessageSignedBy<M extends object>(
  kind: MessageKind<M>,
  signer: string,
  { message, signature }: { message: M; signature: string },
  recover = recoverInJavaScript,
): Promise<boolean> {
  const find = async () => recover(hashTypedData(typedDataOf(kind, message)), signature as Hex)
  const found = await find().catch(() => undefined)
  return found?.toLowerCase() === signer.toLowerCase()
}
