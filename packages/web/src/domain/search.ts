/** The kinds of text by which a person finds a swap, each with its query to the orderbook. */
export type Search =
  | { kind: 'order'; orderId: string }
  | { kind: 'list'; filter: 'address' | 'user_id'; value: string }
  | { kind: 'hash'; value: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const address = /^0x[0-9a-f]{40}$/i
const hash = /^0x[0-9a-f]{64}$/i

/**
 * Reads what was typed into the search box.
 *
 * @returns the order itself; all orders of an address (user, maker or vault) or of a `user_id`; or a hash, which is
 * either a transaction or a commitment hash and is asked for as both. `undefined` for nothing.
 */
export function searchOf(text: string): Search | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  if (uuid.test(typed)) return { kind: 'order', orderId: typed.toLowerCase() }
  if (address.test(typed)) return { kind: 'list', filter: 'address', value: typed }
  if (hash.test(typed)) return { kind: 'hash', value: typed.toLowerCase() }
  return { kind: 'list', filter: 'user_id', value: typed }
}
