import { type Address, getAddress, isAddress } from 'viem'

export type Recipient =
  | { kind: 'given'; address: Address }
  /** Nothing was typed, and the wallet's own address is not safe to pay. */
  | { kind: 'missing' }
  | { kind: 'wrong'; problem: 'not_an_address' | 'wrong_checksum' }

const form = /^0x[0-9a-f]{40}$/i

/**
 * Returns who is paid: the address that was typed, or else the wallet's own.
 * @param own the wallet's address. It is `undefined` where the wallet is a contract: on another chain nobody may control the
 * same address.
 */
export function recipientOf(typed: string, own: Address | undefined): Recipient {
  const text = typed.trim()
  if (text === '') return own === undefined ? { kind: 'missing' } : { kind: 'given', address: own }
  if (!form.test(text)) return { kind: 'wrong', problem: 'not_an_address' }
  // The checksum is in the mix of upper and lower case, so an address in lower case has none.
  if (!isAddress(text) && text !== text.toLowerCase()) return { kind: 'wrong', problem: 'wrong_checksum' }
  return { kind: 'given', address: getAddress(text.toLowerCase() as Address) }
}
