/** When a fact of a chain counts: so many blocks deep, its own among them; or at the block that bears the tag. */
export type ChainDepth =
  | { readonly confirmations: number; readonly tag: null }
  | { readonly confirmations: number | null; readonly tag: 'safe' | 'finalized' }

/** The highest block whose facts count. `tagged` is the block that bears the chain's tag, where it has one. */
export function countedBlockOf(
  depth: ChainDepth,
  { head, tagged = -1n }: { head: bigint; tagged: bigint | undefined },
): bigint {
  if (depth.tag === null) return head - BigInt(depth.confirmations) + 1n
  return tagged < head ? tagged : head
}
