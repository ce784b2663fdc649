import type { Logger } from '@tandem/service-kit'
import { askGas } from './ask-gas.ts'
import type { SolverChain } from './chain.ts'
import type { Sender } from './sender.ts'

/** The sender of a dry run: it decides and simulates every transaction, logs it, and sends nothing. */
export function makeDrySender(chain: SolverChain, logger: Logger): Sender {
  const told = new Set<string>()
  return {
    async send({ kind, prepare }) {
      const call = await prepare()
      if (call === undefined) return undefined
      const fields = { kind, chain: chain.config.chain, to: call.to, value: String(call.value ?? 0n) }
      const name = JSON.stringify(fields)
      if (told.has(name)) return undefined
      told.add(name)
      // A dry run gives no allowance, so a funding's simulation only informs.
      const gas = await askGas(chain, call).then(String, () => 'unknown')
      logger.info('dry_run.would_send', { ...fields, gas })
      return undefined
    },
    open: async () => undefined,
    useUpTo: async () => undefined,
    load: { waiting: 0, busy: 0 },
  }
}
