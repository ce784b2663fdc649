import { type ErrorEnvelope, orderbookDocument, relayerDocument } from '@tandem/contracts'
import type { Hex } from 'viem'
import { type Check, makeChecks } from '../checks.ts'
import { checkLists } from './check-lists.ts'
import { checkOperations } from './check-operations.ts'
import { checkOrders } from './check-orders.ts'
import { checkRelayer } from './check-relayer.ts'
import { checkSwap } from './check-swap.ts'
import { checkWebhooks } from './check-webhooks.ts'
import type { Deployment, Trade } from './deployment.ts'
import { documentedClient } from './documented-client.ts'
import { makePayer } from './payer.ts'

export interface ServiceOptions {
  orderbookUrl: string
  relayerUrl: string
  apiKey?: string | undefined
  /** The assets and the amount to swap; by default a little more than the least of the first route between tokens. */
  trade?: Trade | undefined
  /** Pays for a swap. Without it nothing that costs money is checked. */
  privateKey?: Hex | undefined
  /** An endpoint of each chain of the swap, by the chain's name. */
  rpcUrls?: Readonly<Record<string, string>> | undefined
  /** A receiver of webhooks that the deployment reaches; without it they are not checked. */
  webhookUrl?: string | undefined
  /** How long one step of the swap may take. */
  withinMs?: number | undefined
}

export interface ServiceReport {
  checks: Check[]
  /** An answer of each error that came, by its code. */
  errors: ReadonlyMap<string, ErrorEnvelope>
  /** Documented answers that did not come, as `operationId status`. */
  unseen(isWanted: (status: number) => boolean): string[]
}

/** The user of orders that are never paid. */
const nobody = '0x000000000000000000000000000000000000dEaD'

/** Holds a deployment against the specification: each answer must be documented, and mean what the document says. */
export async function checkService(options: ServiceOptions): Promise<ServiceReport> {
  const { orderbookUrl, relayerUrl, apiKey, privateKey, rpcUrls = {}, webhookUrl, trade } = options
  const { list, check } = makeChecks()
  const book = documentedClient(orderbookUrl, orderbookDocument(), apiKey)
  const relayer = documentedClient(relayerUrl, relayerDocument(), apiKey)
  const payer = privateKey === undefined ? undefined : makePayer({ privateKey, rpcUrls })
  const { withinMs = 600_000 } = options
  const user = payer?.address ?? nobody
  const deployment: Deployment = { check, book, relayer, user, payer, webhookUrl, withinMs, trade, lists: {} }
  await checkLists(deployment)
  const made = await checkOrders(deployment)
  await checkWebhooks(deployment)
  await checkRelayer(deployment, made)
  await checkSwap(deployment, made)
  await checkOperations(deployment)
  return {
    checks: list,
    errors: new Map([...book.errors, ...relayer.errors]),
    unseen: (isWanted) => [...book.unseen(isWanted), ...relayer.unseen(isWanted)],
  }
}
