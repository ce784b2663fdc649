/** Makers other than the solver, and the solver as one of them. */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type MakerQuoteMessage,
  makerQuoteTypedData,
  type OrderAsk,
  type QuoteAsk,
  type RefundAsk,
} from '@tandem/contracts'
import { accounts, type DevAccount, devnetPrices } from '@tandem/devnet'
import { consentCancelTypedData } from '@tandem/escrow'
import { devAccounts } from '@tandem/local-services'
import { getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { quoteMessage } from '../../services/orderbook/test/support/quote-message.ts'
import { jsonAnswer, type NetAnswer, type NetRequest } from './net-messages.ts'
import { chainNames, type Rival } from './plan.ts'
import { ports } from './stage.ts'
import type { World } from './world.ts'

const secret = `whsec_${'bWFrZXI+'.repeat(5)}`
const quoteKey: DevAccount = accounts.messageRelay
const [, , , , fourth, fifth, sixth] = devAccounts
const rivalAccounts = [fourth, fifth, sixth] as DevAccount[]
const hostOf = (index: number): string => `rival-${index}.maker`
/**
 * How much of the source amount they bid, in hundredths of a percent. Both sides have the same token, and the solver
 * bids less.
 */
const bidBips = 9_990n
const consentSecs = 600

/** The solver's settings when it signs its quotes. */
export const firmQuotes = {
  SOLVER_MAKER_SIGNER: quoteKey.privateKey,
  SOLVER_MAKER_SECRET: secret,
  SOLVER_PRICES: JSON.stringify(devnetPrices),
}

/** Writes the makers' file of the plan, next to the network file. */
export function makersFileOf({ plan: { rivals }, stage }: World): string | undefined {
  if (rivals.length === 0) return undefined
  const entryOf = (makerId: string, endpoint: string, signer: string, settlement: string) => ({
    ...{ maker_id: makerId, signer, endpoint, secret },
    addresses: Object.fromEntries(chainNames.map((name) => [name, settlement])),
  })
  const others = rivals.map((rival, index) => {
    const { address } = rivalAccounts[index] as DevAccount
    return entryOf(`${rival}-${index}`, `http://${hostOf(index)}/maker`, address, address)
  })
  const solver = entryOf('solver', `http://127.0.0.1:${ports.solver}/maker`, quoteKey.address, accounts.solver.address)
  const path = join(dirname(stage.networkFile), `makers-${rivals.join('-')}.json`)
  writeFileSync(path, JSON.stringify({ quote_engine: false, makers: [solver, ...others] }))
  return path
}

/** Puts the plan's rivals on the network. */
export function beginRivals(world: World): void {
  for (const [index, rival] of world.plan.rivals.entries()) {
    const account = privateKeyToAccount((rivalAccounts[index] as DevAccount).privateKey)
    world.network.serve(hostOf(index), (request) => answerOf(world, rival, account, request))
  }
}

type Account = ReturnType<typeof privateKeyToAccount>
const declined = jsonAnswer(JSON.stringify({ declined: 'no' }))

async function answerOf(
  world: World,
  rival: Rival,
  account: Account,
  { url, body }: NetRequest,
): Promise<NetAnswer | 'hang'> {
  const signed = async (message: MakerQuoteMessage) =>
    jsonAnswer(JSON.stringify({ message, signature: await account.signTypedData(makerQuoteTypedData(message)) }))
  if (rival === 'hangs') return 'hang'
  if (rival === 'declines') return declined
  if (url.pathname.endsWith('/quotes')) return signed(quoteOf(world, account, JSON.parse(body) as QuoteAsk))
  if (url.pathname.endsWith('/orders'))
    return rival === 'withdraws' ? declined : signed((JSON.parse(body) as OrderAsk).message)
  if (rival === 'fades') return declined
  const { source_chain_id: chainId, registry_address, swap_id } = JSON.parse(body) as RefundAsk
  const deadline = Math.floor(world.timeline.now / 1000) + consentSecs
  const where = { chainId, registry: getAddress(registry_address), vault: getAddress(swap_id) }
  const signature = await account.signTypedData(consentCancelTypedData({ ...where, deadline }))
  return jsonAnswer(JSON.stringify({ consent: { deadline, signature } }))
}

function quoteOf({ stage: { network } }: World, { address }: Account, ask: QuoteAsk): MakerQuoteMessage {
  const sideOf = (asset: string) => ({ chain: asset.slice(0, asset.indexOf(':')), address })
  return quoteMessage(ask, network, {
    amount: (BigInt(ask.source_amount ?? '0') * bidBips) / 10_000n,
    source: sideOf(ask.source_asset),
    destination: sideOf(ask.destination_asset),
  })
}
