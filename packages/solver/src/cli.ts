import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makerRecordSchema, networkSchema } from '@tandem/contracts'
import { createClient } from '@tandem/sdk'
import { rpcTransport } from '@tandem/service-kit/rpc'
import { createPublicClient } from 'viem'
import { type EvidenceChain, recordProblems } from './maker/check-record.ts'

const usage = `For those who want to check a maker's record (docs/makers.md).

  npm run maker -- record --orderbook URL --maker NAME [--signer 0x…] [--network FILE --rpc CHAIN=URL …]
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    signer: { type: 'string' },
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

if (positionals[0] !== 'record') {
  process.stderr.write(usage)
  process.exit(64)
}
process.exitCode = await record()
