import { believedOf, endpointName, makeQuorum } from '@tandem/chain'
import { chainOfAsset } from '@tandem/contracts'
import type { VerifiedChain } from '@tandem/sdk'
import type { Command } from 'commander'
import { createClient, isAddress } from 'viem'
import { getChainId } from 'viem/actions'
import { formatAmount } from '../amounts.ts'
import { chainTransport } from '../chain-transport.ts'
import { collect } from '../collect.ts'
import type { Context } from '../context.ts'
import { describeFailure, exitCodes, UsageError } from '../failure.ts'
import { type Ranges, rangesOf, readEvents } from '../read-events.ts'
import type { Settings } from '../settings.ts'
import { readOpenVaults, secretsOf } from '../settle/read-open-vaults.ts'
import { estimated, payeeOf, planOf, type Settlement, settled } from '../settle/settle-vaults.ts'
import { fromNow } from '../times.ts'

interface Options {
  registry?: string[]
  blocks?: string[]
  yes?: boolean
}

export function settleCommand(program: Command, { io, settings, end }: Context): void {
  program
    .command('settle')
    .description(
      'claims every escrow whose secret is public, and cancels every one whose time is over; needs no server',
    )
    .option('--registry <chain=address>', 'the registry of a chain, instead of a network file; repeat it', collect)
    .option(
      '--blocks <chain=from..to>',
      'where creations are looked for; by default as far back as one can be open',
      collect,
    )
    .option('--yes', 'sends; without it nothing is sent, and no key is needed')
    .addHelpText(
      'after',
      '\nExample:\n  tandem --rpc base=https://… --rpc avalanche=https://… settle --registry base=0x… --registry avalanche=0x… --blocks base=29000000..',
    )
    .action(async ({ registry = [], blocks = [], yes: isSending = false }: Options) => {
      const at = settings()
      const stop = io.waiting('reading the chains')
      const asked = rangesOf(blocks)
      const read = await Promise.all(chainsOf(at, registry).map((chain) => readChain(chain, at, asked))).finally(stop)
      const found = read.flatMap((one) => ('open' in one ? [one] : []))
      const unread = read.flatMap((one) => ('reason' in one ? [one] : []))
      const secrets = secretsOf(found.flatMap(({ events }) => events))
      const done: Settlement[] = []
      for (const one of planOf(found, secrets)) {
        const ended = await actOn(one, at, isSending)
        done.push(ended)
        if (!at.json) io.out(lineOf(ended, isSending, amountIn(at)))
      }
      for (const { chain, reason } of unread) io.note(`${chain} was not read: ${reason}`)
      printSummary(done)
      const isFailed = done.some(({ error }) => error !== undefined)
      end(isFailed ? exitCodes.failed : unread.length > 0 ? exitCodes.unreachable : exitCodes.done)

      function printSummary(escrows: readonly Settlement[]) {
        const ranges = found.map(({ evidence, from, to }) => ({
          chain: evidence.chain.chain,
          from_block: Number(from),
          to_block: Number(to),
        }))
        if (at.json) return io.json({ sent: isSending, read: ranges, unread, escrows: escrows.map(wireOf) })
        for (const one of ranges) io.note(`${one.chain}: read blocks ${one.from_block}..${one.to_block}`)
        if (escrows.length === 0) io.note('no escrow is open')
        if (!isSending && escrows.some(({ costWei }) => costWei !== null)) io.note('nothing was sent: --yes sends')
      }
    })
}

type Named = Omit<VerifiedChain, 'chain_id'> & { chain_id: number | undefined }

function chainsOf(at: Settings, registries: readonly string[]): Named[] {
  if (registries.length === 0)
    return at
      .network()
      .chains.filter(({ chain, registry_address }) => registry_address !== null && chain in at.endpoints())
  return registries.map((one) => {
    const [, chain = '', address = ''] = /^([^=]+)=(.+)$/.exec(one) ?? []
    if (!isAddress(address)) throw new UsageError(`"${one}" is not CHAIN=ADDRESS`)
    return { chain, chain_id: undefined, registry_address: address }
  })
}

async function readChainId(chain: string, urls: readonly string[]): Promise<number> {
  const endpoints = urls.map((url, index) => ({
    name: endpointName(url, index),
    client: createClient({ transport: chainTransport([url]) }),
  }))
  const quorum = makeQuorum(endpoints, { chain, budgetMs: 10_000 })
  return believedOf(quorum, await quorum.ask(({ client }) => getChainId(client), { name: 'chain' }))
}

/**
 * Reads the open escrows of a chain; `reason` instead when it cannot be read, so that the command goes on with other
 * chains.
 */
async function readChain(named: Named, at: Settings, ranges: Ranges) {
  const { chain } = named
  const range = await readEvents(at, ranges, async () => ({
    ...named,
    chain_id: named.chain_id ?? (await readChainId(chain, at.endpoints()[chain] ?? [])),
  }))
  if ('reason' in range) return { chain, reason: range.reason }
  const open = await readOpenVaults(range).catch(describeFailure)
  return 'message' in open ? { chain, reason: open.message } : { ...range, open }
}

async function actOn(one: Settlement, at: Settings, isSending: boolean): Promise<Settlement> {
  if (one.act !== 'claim' && one.act !== 'cancel') return one
  const { chain } = one.evidence
  if (isSending) return settled(one, await at.walletOn(chain))
  return estimated(one, createClient({ transport: chainTransport(at.endpoints()[chain.chain] ?? []) }))
}

const wireOf = (one: Settlement) => ({
  chain: one.evidence.chain.chain,
  vault: one.vault,
  act: one.act,
  token: one.terms.token,
  amount: String(one.terms.amount),
  payee: payeeOf(one),
  cancel_after: one.terms.cancelAfter,
  tx_hash: one.txHash,
  cost_wei: one.costWei === null ? null : String(one.costWei),
  is_over: one.isOver,
  ...(one.error === undefined ? {} : { error: one.error }),
})

/** Makes the function that writes an escrow's amount. Without a network file, the token's decimals are not known. */
function amountIn(at: Settings) {
  const { assets } = at.isPinned && !at.isBaseUnits ? at.network() : { assets: [] }
  return ({ evidence, terms: { amount, token } }: Settlement): string => {
    const isIt = (one: { asset: string; token_address: string }) =>
      chainOfAsset(one.asset) === evidence.chain.chain && one.token_address.toLowerCase() === token.toLowerCase()
    const asset = assets.find(isIt)
    return formatAmount(amount, asset?.asset ?? token, asset?.decimals)
  }
}

function lineOf(one: Settlement, isSending: boolean, amountOf: (one: Settlement) => string): string {
  const { act, vault, terms, evidence, txHash, costWei, error } = one
  const escrow = `${evidence.chain.chain} ${vault}: ${amountOf(one)}`
  if (error !== undefined) return `✗ ${act} ${escrow}: ${error}`
  if (act === 'wait')
    return `  wait ${escrow}: its secret is not public; it can be cancelled from ${fromNow(terms.cancelAfter)} on`
  if (act === 'recipient_only') return `  wait ${escrow}: a hop, which ${terms.recipient} alone can claim`
  if (!isSending) return `  ${act} ${escrow} would pay ${payeeOf(one)}, for about ${costWei} wei`
  return txHash === null
    ? `✓ ${escrow}: another party was first`
    : `✓ ${act} ${escrow} paid ${payeeOf(one)}, for ${costWei} wei, by ${txHash}`
}
