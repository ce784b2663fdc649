import { type Address, getAddress, isAddress } from 'viem'

export type Recipient =
  | { kind: 'given'; address: Address }
  /** Nothing was typed, and the wallet's own address will not do. */
  | { kind: 'missing' }
  | { kind: 'wrong'; problem: 'not_an_address' | 'wrong_checksum' }

const form = /^0x[0-9a-f]{40}$/i

/**
 * Who is paid: the address that was typed, checksummed, or else the wallet's own where that is safe.
 * @param own the wallet's address; `undefined` where the wallet is a contract, whose address elsewhere may be nobody's.
 */
export function recipientOf(typed: string, own: Address | undefined): Recipient {
  const text = typed.trim()
  if (text === '') return own === undefined ? { kind: 'missing' } : { kind: 'given', address: own }
  if (!form.test(text)) return { kind: 'wrong', problem: 'not_an_address' }
  // An address in one case has no checksum to be wrong.
  if (!isAddress(text) && text !== text.toLowerCase()) return { kind: 'wrong', problem: 'wrong_checksum' }
  return { kind: 'given', address: getAddress(text.toLowerCase() as Address) }
}
