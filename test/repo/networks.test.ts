/** The network files that are committed, against the schema that the services read them with. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { networkSchema } from '@tandem/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const examples = readdirSync(join(root, 'docs/networks'))
  .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
  .map((name) => `docs/networks/${name}`)
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
  read('docs/networks/network.schema.json'),
)

describe.each([...examples, 'infra/k8s/overlays/dev/network.json', 'infra/k8s/overlays/production/network.json'])(
  '%s',
  (path) => {
    it('is what the services take', () => {
      expect(networkSchema.safeParse(read(path)).error).toBeUndefined()
    })

    it('fits the JSON Schema', () => {
      expect([validate(read(path)), validate.errors]).toEqual([true, null])
    })
  },
)

describe('the JSON Schema', () => {
  it.each([
    ['an unknown field', { color: 'red' }],
    ['no routes', { routes: undefined }],
    ['a margin of no time', { min_margin_secs: 0 }],
    ['a chain without an id', { chains: [{ chain: 'base' }] }],
  ])('refuses %s', (_name, over) => {
    expect(validate({ ...read('docs/networks/testnet.json'), ...over })).toBe(false)
  })
})

describe('the examples', () => {
  it('have one registry on every chain, and say where to find them', () => {
    const chains = examples.flatMap((path) => networkSchema.parse(read(path)).chains)
    expect(new Set(chains.map(({ registry_address }) => registry_address)).size).toBe(1)
    expect(new Set(chains.map(({ chain_id }) => chain_id))).toEqual(
      new Set([1, 42_161, 8_453, 43_114, 11_155_111, 84_532, 43_113]),
    )
  })
})
