import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makerRecordSchema, networkSchema } from '@tandem/contracts'
import { createClient } from '@tandem/sdk'
import { rpcTransport } from '@tandem/service-kit/rpc'
import { createPublicClient } from 'viem'
import { type EvidenceChain, recordProblems } from './maker/check-record.ts'
import { checkConformance } from './maker/conformance.ts'

const usage = `For makers, and for those who want to check them (docs/makers.md).

  npm run maker -- check --endpoint URL --secret whsec_… --signer 0x… --source ASSET --destination ASSET --amount UNITS
                         [--hop-fee UNITS] [--within MS]
  npm run maker -- record --orderbook URL --maker NAME [--signer 0x…] [--network FILE --rpc CHAIN=URL …]
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    endpoint: { type: 'string' },
    secret: { type: 'string' },
    signer: { type: 'string' },
    source: { type: 'string' },
    destination: { type: 'string' },
    amount: { type: 'string' },
    'hop-fee': { type: 'string' },
    within: { type: 'string' },
    orderbook: { type: 'string' },
    maker: { type: 'string' },
    network: { type: 'string' },
    rpc: { type: 'string', multiple: true },
  },
})

function required(name: keyof typeof values): string {
  const value = values[name]
  if (typeof value === 'string') return value
  process.stderr.write(`--${name} is missing\n\n${usage}`)
  return process.exit(64)
}

async function check(): Promise<number> {
  const checks = await checkConformance({
    endpoint: required('endpoint'),
    secret: required('secret'),
    signer: required('signer'),
    source: required('source'),
    destination: required('destination'),
    amount: BigInt(required('amount')),
    hopRelayerFee: values['hop-fee'],
    answerWithinMs: values.within === undefined ? undefined : Number(values.within),
  })
  for (const { name, problem } of checks)
    process.stdout.write(problem === undefined ? `ok    ${name}\n` : `FAIL  ${name}: ${problem}\n`)
  return checks.some(({ problem }) => problem !== undefined) ? 1 : 0
}

async function record(): Promise<number> {
  const orderbookUrl = required('orderbook')
  const client = createClient({ baseUrl: orderbookUrl, relayerUrl: orderbookUrl })
  const name = required('maker')
  const listed = (await client.listMakers()).find(({ maker_id }) => maker_id === name)
  const signer = values.signer ?? listed?.signer
  if (signer === undefined) throw new Error(`${name} is not listed: give its key with --signer`)
  const given = await wholeRecord((query) => client.getMakerRecord(name, query))
  const problems = await recordProblems(given, signer, evidenceChains())
  for (const problem of problems) process.stdout.write(`FAIL  ${problem}\n`)
  const { fills, fades, pending, asked, refused, strikes, benched_until: benchedUntil } = given
  process.stdout.write(
    `${JSON.stringify({ maker: name, fills, fades, pending, asked, refused, strikes, benched_until: benchedUntil })}\n`,
  )
  return problems.length === 0 ? 0 : 1
}

async function wholeRecord(read: (query: { limit: number; cursor?: string }) => Promise<unknown>) {
  const limit = 100
  const record = makerRecordSchema.parse(await read({ limit }))
  const evidence = [...record.evidence]
  for (let cursor = record.next_cursor; cursor !== null; ) {
    const page = makerRecordSchema.parse(await read({ limit, cursor }))
    evidence.push(...page.evidence)
    cursor = page.next_cursor
  }
  return { ...record, evidence }
}

function evidenceChains(): ReadonlyMap<string, EvidenceChain> {
  if (values.rpc === undefined) return new Map()
  const network = networkSchema.parse(JSON.parse(readFileSync(required('network'), 'utf8')))
  return new Map(
    values.rpc.map((text) => {
      const [name = '', url] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]
      const registry = network.chains.find(({ chain }) => chain === name)?.registry_address
      if (registry == null) throw new Error(`${name} is no chain with escrows of the network file`)
      return [
        name,
        { client: createPublicClient({ transport: rpcTransport(url, { timeoutMs: 10_000 }) }), registry },
      ] as const
    }),
  )
}

const commands: Record<string, () => Promise<number>> = { check, record }
const command = commands[positionals[0] ?? '']
if (command === undefined) {
  process.stderr.write(usage)
  process.exit(64)
}
process.exitCode = await command()
