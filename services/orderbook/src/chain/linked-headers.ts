import type { Cursor, RememberedBlock, Step } from './chain-store.ts'
import type { Look } from './look.ts'
import type { Header, Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'

/** How often in a row one endpoint's chain may have changed while it was read. */
const mostUnlinked = 3

/**
 * The headers of every block from the one after the cursor to `toNumber`.
 *
 * @returns `undefined` where one does not name the one before as its parent.
 * @throws ProviderError when the endpoint fails.
 */
export async function linkedHeaders(
  provider: Provider,
  cursor: Cursor,
  toNumber: bigint,
): Promise<Header[] | undefined> {
  const count = Number(toNumber - cursor.number)
  const headers = await Promise.all(
    Array.from({ length: count }, (_, index) => provider.header(cursor.number + 1n + BigInt(index))),
  )
  let parent = cursor.hash
  for (const header of headers) {
    if (header.parentHash !== parent) return undefined
    parent = header.hash
  }
  return headers
}

/**
 * The chain changed while it was read, and the next look sees how; or the provider's answers cannot all be true. One whose
 * chain changes at every look would stop the watcher without ever failing.
 */
export async function unlinked({ memory }: Look, provider: Provider, cursor: Cursor, head: Header): Promise<undefined> {
  const { name } = provider
  memory.unlinked = { name, times: memory.unlinked?.name === name ? memory.unlinked.times + 1 : 1 }
  const [now, standing] = await Promise.all([provider.head(), provider.header(cursor.number)])
  if (memory.unlinked.times > mostUnlinked || (now.hash === head.hash && standing.hash === cursor.hash))
    throw wrongHead(provider, head)
}

export const wrongHead = (provider: Provider, head: Header) =>
  new ProviderError('wrong_data', `${provider.name} names a head at ${head.number} that does not follow its blocks`)

export const cursorAt = ({ number, hash }: Header): Cursor => ({ number, hash })
export const blockAt = ({ number, hash, timestamp }: Header): RememberedBlock => ({ number, hash, timestamp })
export const headAt = ({ number, timestamp }: Header): Step['head'] => ({ number, timestamp })
