import { addressSchema, chainNameSchema, makerIdSchema, type Network, z } from '@tandem/contracts'
import { getAddress } from 'viem'
import type { Maker } from './domain/maker.ts'

const makerSchema = z.strictObject({
  maker_id: makerIdSchema,
  name: z.string().min(1).max(64).optional(),
  signer: addressSchema,
  endpoint: z.url({ protocol: /^https?$/ }),
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/=]{32,128}$/, 'must be whsec_ and at least 24 bytes of base64'),
  addresses: z.record(chainNameSchema, addressSchema),
  routes: z
    .array(z.string().regex(/^[^>]+>[^>]+$/, 'must be source>destination'))
    .min(1)
    .optional(),
})

/** The file of `MAKERS_FILE`: the makers that the operator approved, and whether the quote engine competes with them. */
export const makersFileSchema = z.strictObject({
  quote_engine: z.boolean().default(true),
  makers: z.array(makerSchema).max(200),
})
export type MakersFile = z.output<typeof makersFileSchema>

const addressOf = (text: string) => getAddress(`0x${text.slice(2).toLowerCase()}`)

export const makersOf = (file: MakersFile | undefined): Maker[] =>
  (file?.makers ?? []).map(({ maker_id, name, signer, endpoint, secret, addresses, routes }) => ({
    makerId: maker_id,
    name: name ?? maker_id,
    signer: addressOf(signer),
    endpoint: endpoint.endsWith('/') ? endpoint : `${endpoint}/`,
    secret,
    addresses: Object.fromEntries(Object.entries(addresses).map(([chain, text]) => [chain, addressOf(text)])),
    routes: routes ?? null,
  }))

/** The contradictions in the file, given the network. */
export function makersProblems(
  file: MakersFile | undefined,
  network: Network,
  endpointProblem: (url: URL) => string | undefined,
): string[] {
  if (file === undefined) return []
  const problems: string[] = []
  const chains = new Set(network.chains.map(({ chain }) => chain))
  const routes = new Set(network.routes.map(({ source, destination }) => `${source}>${destination}`))
  const seen = new Set<string>()
  for (const maker of file.makers) {
    const complain = (text: string) => problems.push(`MAKERS_FILE: ${maker.maker_id}: ${text}`)
    for (const unique of [`the name ${maker.maker_id}`, `the signer ${maker.signer.toLowerCase()}`]) {
      if (seen.has(unique)) complain(`${unique} is listed twice`)
      seen.add(unique)
    }
    for (const chain of Object.keys(maker.addresses)) {
      if (!chains.has(chain)) complain(`${chain} is not a chain of NETWORK_FILE`)
    }
    for (const route of maker.routes ?? []) {
      if (!routes.has(route)) complain(`${route} is not a route of NETWORK_FILE`)
    }
    const problem = endpointProblem(new URL(maker.endpoint))
    if (problem !== undefined) complain(`its endpoint cannot be used: ${problem}`)
  }
  return problems
}
