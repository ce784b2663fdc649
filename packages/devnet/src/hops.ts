import { readFileSync } from 'node:fs'
import { networkSchema, z } from '@tandem/contracts'
import { type Hex, isHash, isHex } from 'viem'
import { makeHopOperator } from './hop/retry-message.ts'

const usage = `Usage:
  npm run hops -- status MESSAGE_ID     how far a hop's message is, on both of its chains
  npm run hops -- retry MESSAGE_ID      re-delivers it: announced again when the final chain has not received it,
                                        executed again with more gas when it failed there
Environment:
  NETWORK_FILE   the network file that the services read
  RPC_URLS       JSON, endpoints by chain: of the hub and of the final chain
  HOPS_KEY       a private key that pays for the gas on both; anybody's will do
An order says its MESSAGE_ID as destination_intent.bridge_message_id.`

const environment = z.object({
  NETWORK_FILE: z.string().min(1),
  RPC_URLS: z.string().transform((text) => z.record(z.string(), z.array(z.url())).parse(JSON.parse(text))),
  HOPS_KEY: z.custom<Hex>((text) => isHex(text) && text.length === 66, 'must be a private key: 32 bytes of hex'),
})

/**
 * `npm run hops`: looks after the messages of hops, on any network.
 *
 * @throws TypeError when the command or its environment is not what it should be.
 */
export async function runHops(args: readonly string[], write: (line: string) => void): Promise<void> {
  const [command, messageId, ...rest] = args
  if (command === undefined) {
    write(usage)
    return
  }
  if (!['status', 'retry'].includes(command) || messageId === undefined || !isHash(messageId) || rest.length > 0)
    throw new TypeError('hops: give status or retry, and a message id of 32 bytes')
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
