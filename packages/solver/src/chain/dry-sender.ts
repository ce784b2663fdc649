import type { Logger } from '@tandem/service-kit'
import type { SolverClient } from './chain.ts'
import type { Sender } from './sender.ts'

/** A sender that decides and simulates as the real one does, says what it would have sent, and sends nothing. */
export function makeDrySender(client: SolverClient, logger: Logger): Sender {
  const told = new Set<string>()
  return {
    async send({ kind, prepare }) {
      const call = await prepare()
      if (call === undefined) return undefined
      const fields = { kind, chain: client.chain.name, to: call.to, value: String(call.value ?? 0n) }
      const name = JSON.stringify(fields)
      if (told.has(name)) return undefined
      told.add(name)
      // A funding would need an allowance that a dry run does not give: what the simulation says is for reading.
      const simulation = await client
        .estimateGas({ account: client.account.address, to: call.to, data: call.data, value: call.value ?? 0n })
        .then(String, () => 'reverts')
      logger.info('dry_run.would_send', { ...fields, gas: simulation })
      return undefined
    },
    open: async () => undefined,
    useUpTo: async () => undefined,
    load: { waiting: 0, busy: 0 },
  }
}
