/** What a person can search a swap by: its id; an address or user, for which there are lists; or a hash. */
export type Search =
  | { kind: 'order'; orderId: string }
  | { kind: 'list'; filter: 'address' | 'user_id'; value: string }
  | { kind: 'hash'; value: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const address = /^0x[0-9a-f]{40}$/i
const hash = /^0x[0-9a-f]{64}$/i

/**
 * Decides by its form what was typed into the search box. An address may be that of a user, a maker or a vault. A hash may be a
 * transaction or a commitment hash. Any other text is taken for a `user_id`.
 * @returns `undefined` when nothing was typed.
 */
export function searchOf(text: string): Search | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  if (uuid.test(typed)) return { kind: 'order', orderId: typed.toLowerCase() }
  if (address.test(typed)) return { kind: 'list', filter: 'address', value: typed }
  if (hash.test(typed)) return { kind: 'hash', value: typed.toLowerCase() }
  return { kind: 'list', filter: 'user_id', value: typed }
}
