import { parseArgs } from 'node:util'
import { checkConformance } from './maker/conformance.ts'

const usage = `For makers (docs/makers.md); \`tandem makers audit\` holds a maker's record against the chains.

  npm run maker -- check --endpoint URL --secret whsec_… --signer 0x… --source ASSET --destination ASSET --amount UNITS
                         [--hop-fee UNITS] [--within MS]
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

if (positionals[0] !== 'check') {
  process.stderr.write(usage)
  process.exit(64)
}
process.exitCode = await check()
