import { type Command, InvalidArgumentError } from 'commander'
import { isAddress } from 'viem'
import { assetNamed, baseUnitsOf, parseAmount } from '../amounts.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../failure.ts'
import type { Io } from '../io.ts'
import { checkMaker, type MakerCheck } from '../makers/check-maker.ts'
import { makeMakerClient } from '../makers/maker-client.ts'
import { readTextFile } from '../read-text-file.ts'

interface Options {
  signer: string
  within?: number
}

/** How long the orderbook waits for a maker by default, in milliseconds (`MAKERS_ANSWER_MS`, `MAKERS_ORDER_MS`). */
const defaultMs = { quotes: 300, orders: 1_500 }

const help = `
Environment:
  TANDEM_MAKER_SECRET_FILE    file with the secret that the orderbook shares with the maker; or TANDEM_MAKER_SECRET

The maker sets the amount aside, as for real quotes, until it learns that the orderbook knows no such order.

Example:
  TANDEM_MAKER_SECRET_FILE=secret tandem --network network.json check-maker https://maker.example/maker \\
    5 base:usdc avalanche:usdc --signer 0x…`

export function checkMakerCommand(program: Command, { io, settings, end }: Context): void {
  program
    .command('check-maker')
    .description('tries a maker’s endpoint with the requests of the orderbook: quotes, orders, refunds, and bad ones')
    .argument('<endpoint>', 'the URL above /quotes, /orders and /refunds', parseEndpoint)
    .argument('<amount>', 'how much of the source asset, such as 5', parseAmount)
    .argument('<from>', 'source asset, such as base:usdc')
    .argument('<to>', 'destination asset')
    .requiredOption('--signer <address>', "the address of the key that signs the maker's quotes", parseSigner)
    .option('--within <ms>', 'how long an answer may take; by default 300 for a quote, 1500 for the others', parseMs)
    .addHelpText('after', help)
    .action(async (endpoint: string, text: string, source: string, destination: string, options: Options) => {
      const at = settings()
      const { signer, within } = options
      const [quoteMs, orderMs] = [within ?? defaultMs.quotes, within ?? defaultMs.orders]
      const withinMs = { quotes: quoteMs, orders: orderMs, refunds: orderMs }
      const client = makeMakerClient({ endpoint, secret: readSecret(io.env), withinMs })
      const network = at.network()
      const amount = baseUnitsOf(text, assetNamed(source, network.assets), at.isBaseUnits)
      const trade = { network, source, destination, amount, signer, answerWithinMs: quoteMs }
      const stop = io.waiting('asking the maker')
      const checks = await checkMaker(client, trade).finally(stop)
      if (at.json) io.json({ checks })
      else for (const one of checks) io.out(lineOf(one))
      if (!client.hasAnswered()) end(exitCodes.unreachable)
      else if (checks.some(({ outcome }) => outcome !== 'passed')) end(exitCodes.failed)
    })
}

function lineOf({ request, expected, outcome, found }: MakerCheck): string {
  if (outcome === 'passed') return `✓ ${request}: ${expected}`
  return outcome === 'failed'
    ? `✗ ${request}: ${expected} (found: ${found})`
    : `- ${request}: ${expected} (skipped: ${found})`
}

/** Reads the maker's secret. It is never an option, because other users of the machine can read the command line. */
function readSecret({ TANDEM_MAKER_SECRET_FILE: file, TANDEM_MAKER_SECRET: text }: Io['env']): string {
  const secret = (file === undefined ? text : readTextFile(file, 'TANDEM_MAKER_SECRET_FILE'))?.trim()
  if (secret === undefined || secret === '')
    throw new UsageError("no maker's secret: TANDEM_MAKER_SECRET_FILE, or TANDEM_MAKER_SECRET")
  // The message must not contain the secret.
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) throw new UsageError("the maker's secret is not whsec_ and base64")
  return secret
}

function parseEndpoint(text: string): string {
  if (!/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''))
    throw new InvalidArgumentError('it is not an http or https URL')
  return text
}

function parseSigner(text: string): string {
  if (!isAddress(text, { strict: false })) throw new InvalidArgumentError('it is not an address')
  return text
}

function parseMs(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('it is not a number of milliseconds')
  return Number(text)
}
