import { addressSchema, chainNameSchema, makerIdSchema, type Network, z } from '@tandem/contracts'
import { getAddress } from 'viem'
import { sha256Of } from '../watch-file.ts'
import type { Maker } from './domain/maker.ts'

/** The number is limited, because every maker may be asked for every quote. */
const maxMakers = 200

const makerEntrySchema = z.strictObject({
  maker_id: makerIdSchema,
  name: z.string().min(1).max(64).optional(),
  /** The address of the key that signs the maker's quotes. */
  signer: addressSchema,
  endpoint: z.url({ protocol: /^https?$/ }),
  /** A secret that the maker shares with the orderbook, which signs its requests with it. */
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/=]{32,128}$/, 'must be whsec_ and at least 24 bytes of base64'),
  /** The maker's address on each of its chains. */
  addresses: z.record(chainNameSchema, addressSchema),
  /** The routes that the maker trades on. By default every route between the maker's chains. */
  routes: z
    .array(z.string().regex(/^[^>]+>[^>]+$/, 'must be source>destination'))
    .min(1)
    .max(1_000)
    .optional(),
  suspended: z.boolean().default(false),
})
type MakerEntry = z.output<typeof makerEntrySchema>

const makersFileSchema = z.strictObject({
  quote_engine: z.boolean().default(true),
  makers: z.array(makerEntrySchema).max(maxMakers),
})

/** The makers of one version of `MAKERS_FILE`. */
export type MakersList = {
  readonly makers: readonly Maker[]
  readonly hasQuoteEngine: boolean
  /** The file's SHA-256 in hex, by which an operator compares replicas. Null without a file. */
  readonly sha256: string | null
}

/** Without a file the orderbook's own quote engine makes every quote. */
export const noMakers: MakersList = { makers: [], hasQuoteEngine: true, sha256: null }

export type MakersFileRules = {
  network: Network
  /** Why a URL must not be requested. Undefined when the URL is allowed. */
  endpointProblem: (url: URL) => string | undefined
}

/** @throws Error that names every problem of the file, and never contains a maker's secret. */
export function parseMakersFile(text: string, rules: MakersFileRules): MakersList {
  const parsed = makersFileSchema.safeParse(jsonOf(text))
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '))
  const { quote_engine: hasQuoteEngine, makers } = parsed.data
  const problems = problemsOf(makers, rules)
  if (problems.length > 0) throw new Error(problems.join('; '))
  return { makers: makers.map(makerOf), hasQuoteEngine, sha256: sha256Of(text) }
}

/** Replaces the message of `JSON.parse`, which quotes the text and so the secrets in it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}

function problemsOf(makers: readonly MakerEntry[], rules: MakersFileRules): string[] {
  const seen = new Set<string>()
  return makers.flatMap((maker) => {
    const names = [`the name ${maker.maker_id}`, `the signer ${maker.signer.toLowerCase()}`]
    const twins = names.filter((name) => seen.has(name)).map((name) => `${name} is listed twice`)
    for (const name of names) seen.add(name)
    return [...twins, ...entryProblems(maker, rules)].map((problem) => `${maker.maker_id}: ${problem}`)
  })
}

/** The problems of one entry: unknown chains or routes, and an endpoint that must not be requested. */
function entryProblems(maker: MakerEntry, { network, endpointProblem }: MakersFileRules): string[] {
  const chains = new Set(network.chains.map(({ chain }) => chain))
  const routes = new Set(network.routes.map(({ source, destination }) => `${source}>${destination}`))
  const endpoint = endpointProblem(new URL(maker.endpoint))
  return [
    ...Object.keys(maker.addresses)
      .filter((chain) => !chains.has(chain))
      .map((chain) => `${chain} is not a chain of NETWORK_FILE`),
    ...(maker.routes ?? [])
      .filter((route) => !routes.has(route))
      .map((route) => `${route} is not a route of NETWORK_FILE`),
    ...(endpoint === undefined ? [] : [`its endpoint cannot be used: ${endpoint}`]),
  ]
}

const addressOf = (text: string) => getAddress(`0x${text.slice(2).toLowerCase()}`)

const makerOf = (entry: MakerEntry): Maker => ({
  makerId: entry.maker_id,
  name: entry.name ?? entry.maker_id,
  signer: addressOf(entry.signer),
  endpoint: entry.endpoint.endsWith('/') ? entry.endpoint : `${entry.endpoint}/`,
  secret: entry.secret,
  addresses: Object.fromEntries(Object.entries(entry.addresses).map(([chain, text]) => [chain, addressOf(text)])),
  routes: entry.routes ?? null,
  isSuspended: entry.suspended,
})
