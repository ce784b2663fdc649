import { type MakerEntryWire, makerEntrySchema, type Network, z } from '@tandem/contracts'
import { getAddress } from 'viem'
import type { Enrolment, Maker } from './domain/maker.ts'

/** All are asked for every quote. */
export const mostMakers = 200

/** `MAKERS_FILE`. */
export const makersFileSchema = z.strictObject({
  quote_engine: z.boolean().default(true),
  makers: z.array(makerEntrySchema).max(mostMakers),
})
export type MakersFile = z.output<typeof makersFileSchema>

const addressOf = (text: string) => getAddress(`0x${text.slice(2).toLowerCase()}`)

export const makersOf = (file: MakersFile | undefined): Maker[] => (file?.makers ?? []).map((entry) => makerOf(entry))

export const makerOf = (
  { maker_id, name, signer, endpoint, secret, addresses, routes }: MakerEntryWire,
  enrolment: Enrolment = 'approved',
): Maker => ({
  makerId: maker_id,
  name: name ?? maker_id,
  signer: addressOf(signer),
  endpoint: endpoint.endsWith('/') ? endpoint : `${endpoint}/`,
  secret,
  addresses: Object.fromEntries(Object.entries(addresses).map(([chain, text]) => [chain, addressOf(text)])),
  routes: routes ?? null,
  enrolment,
})

export function makersProblems(
  file: MakersFile | undefined,
  network: Network,
  endpointProblem: (url: URL) => string | undefined,
): string[] {
  if (file === undefined) return []
  const problems: string[] = []
  const seen = new Set<string>()
  for (const maker of file.makers) {
    const complain = (text: string) => problems.push(`MAKERS_FILE: ${maker.maker_id}: ${text}`)
    for (const unique of [`the name ${maker.maker_id}`, `the signer ${maker.signer.toLowerCase()}`]) {
      if (seen.has(unique)) complain(`${unique} is listed twice`)
      seen.add(unique)
    }
    for (const problem of entryProblems(maker, network, endpointProblem)) complain(problem)
  }
  return problems
}

/** Unknown chains or routes, or an endpoint that must not be asked. */
export function entryProblems(
  maker: MakerEntryWire,
  network: Network,
  endpointProblem: (url: URL) => string | undefined,
): string[] {
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
