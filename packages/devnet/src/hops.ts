import { readFileSync } from 'node:fs'
import { networkSchema, z } from '@tandem/contracts'
import { type Hex, isHash, isHex } from 'viem'
import { makeHopOperator } from './hop/retry-message.ts'

const environment = z.object({
  NETWORK_FILE: z.string().min(1),
  RPC_URLS: z.string().transform((text) => z.record(z.string(), z.array(z.url())).parse(JSON.parse(text))),
  HOPS_KEY: z.custom<Hex>((text) => isHex(text) && text.length === 66, 'must be a private key: 32 bytes of hex'),
})

/**
 * `node scripts/run.mjs hops`: shows the messages of hops, and retries those that failed.
 *
 * @throws TypeError when the command or its environment is wrong.
 */
export async function runHops(
  command: 'status' | 'retry',
  messageId: string,
  write: (line: string) => void,
): Promise<void> {
  if (!isHash(messageId)) throw new TypeError('hops: a message id is 32 bytes of hex')
  const parsed = environment.safeParse(process.env)
  if (!parsed.success) throw new TypeError(`hops: ${z.prettifyError(parsed.error)}`)
  const { NETWORK_FILE: file, RPC_URLS: rpcUrls, HOPS_KEY: privateKey } = parsed.data
  const network = networkSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const operator = makeHopOperator({ network, rpcUrls, privateKey })
  if (command === 'status') {
    const { state, hubChain, finalChain } = await operator.inspect(messageId)
    write(`${state}: sent on ${hubChain}, to ${finalChain}`)
    return
  }
  const { action, txHash, hubChain, finalChain } = await operator.retry(messageId)
  const outcomes = {
    announced: `announced again on ${hubChain}, in ${txHash}: a relayer can take it to ${finalChain} now`,
    executed: `executed on ${finalChain}, in ${txHash}: the tokens are with their recipient`,
    nothing: `nothing to do: it was delivered on ${finalChain}`,
  }
  write(outcomes[action])
}
