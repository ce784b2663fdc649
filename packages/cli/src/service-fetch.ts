import { TandemError } from '@tandem/sdk'
import { causeOf } from './cause-of.ts'
import { UsageError } from './failure.ts'

/** The URLs that stand for services which the user has not named. No request is sent to them. */
export const notNamed = { orderbook: 'http://orderbook.not-named.invalid', relayer: 'http://relayer.not-named.invalid' }

/** A request's method and URL, without the user name, the password and the query, which may be secrets. */
const placeOf = ({ method, url }: Request): string => {
  const { origin, pathname } = new URL(url)
  return `${method} ${origin}${pathname}`
}

const failed = (message: string, cause?: unknown) => new TandemError('NETWORK', message, { retryable: true, cause })

/**
 * Sends a request to a service. Its errors name the URL. An answer that is not of our services, such as the page of a
 * proxy, counts as no answer: it says nothing about the order, and the same request may succeed later.
 *
 * @throws a retryable `NETWORK`; UsageError when the user has not named the service.
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
