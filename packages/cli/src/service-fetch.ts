import { TandemError } from '@tandem/sdk'
import { causeOf } from './cause-of.ts'
import { UsageError } from './failure.ts'

/** Stands for the URL of a service that was not named. Nothing is ever sent there. */
export const notNamed = { orderbook: 'http://orderbook.not-named.invalid', relayer: 'http://relayer.not-named.invalid' }

/** A URL without what may be a secret of the caller: user name, password, and query. */
const placeOf = ({ method, url }: Request): string => {
  const { origin, pathname } = new URL(url)
  return `${method} ${origin}${pathname}`
}

const failed = (message: string, cause?: unknown) => new TandemError('NETWORK', message, { retryable: true, cause })

/**
 * Asks a service, and names its URL in every failure. An answer that none of our services wrote, such as a proxy's
 * page, counts as no answer: it says nothing about the order, and the same request may be answered later.
 */
export async function serviceFetch(request: Request): Promise<Response> {
  const absent = Object.entries(notNamed).find(([, url]) => request.url.startsWith(url))?.[0]
  if (absent !== undefined)
    throw new UsageError(`the ${absent} was not named: --${absent} URL, or ${absent.toUpperCase()}_URL`)
  const answer = await fetch(request).catch((error: unknown) => {
    throw failed(
      `${placeOf(request)}: no answer (${causeOf(error)}); is the URL right, and the service running?`,
      error,
    )
  })
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status === 204 || /json|event-stream/.test(type)) return answer
  await answer.body?.cancel()
  throw failed(
    `${placeOf(request)}: the answer (${answer.status}, ${type || 'of no type'}) is not of Tandem; is the URL right, and no proxy between?`,
  )
}
