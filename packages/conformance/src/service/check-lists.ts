import type { Asset, Chain, Route } from '@tandem/sdk'
import { boundedFetch } from '../bounded-fetch.ts'
import { type Deployment, findTrade } from './deployment.ts'
import type { DocumentedClient } from './documented-client.ts'

/** The documents, the probes, and the lists of chains, assets and routes, which a client reads first. */
export async function checkLists(deployment: Deployment): Promise<void> {
  const { check, book, relayer, lists } = deployment
  await check('the orderbook serves its document', () => checkDocument(book))
  await check('the relayer serves its document', () => checkDocument(relayer))
  for (const [name, client] of Object.entries({ orderbook: book, relayer }))
    await check(`the ${name} is alive and ready`, async () => {
      await client.succeed('getHealth')
      await client.succeed('getReadiness')
    })
  await check('lists its chains', async () => {
    lists.chains = (await book.succeed<{ data: Chain[] }>('listChains')).data
  })
  await check('lists its assets', async () => {
    lists.assets = (await book.succeed<{ data: Asset[] }>('listAssets')).data
  })
  await check('lists its routes', async () => {
    lists.routes = (await book.succeed<{ data: Route[] }>('listRoutes')).data
  })
  deployment.trade ??= findTrade(deployment, 'token')
  await check('tells its statistics', async () => {
    await book.succeed('getStats')
  })
  await check('lists its makers', async () => {
    await book.succeed('listMakers')
  })
}

/** A service may offer more operations, and no fewer. */
async function checkDocument({ baseUrl, operationIds }: DocumentedClient): Promise<void> {
  const { status, text } = await boundedFetch(`${baseUrl}/openapi.json`, {}, { timeoutMs: 30_000 })
  if (status !== 200) throw new Error(`/openapi.json answered ${status}`)
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { operationId?: string }>> }
  const served = new Set(
    Object.values(paths).flatMap((one) => Object.values(one).map(({ operationId }) => operationId)),
  )
  const missing = operationIds.filter((id) => !served.has(id))
  if (missing.length > 0) throw new Error(`/openapi.json lacks ${missing.join(', ')}`)
}
