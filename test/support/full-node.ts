import { type LyingEndpoint, lyingEndpoint, overHttp } from '@tandem/chain/lies'
import { freePort } from '@tandem/local-services'

/** How many of the newest blocks' states are kept, which is what nodes of the geth family keep. */
const keptBlocks = 128

/** The place of the block among the parameters of each method. */
const placeOfBlock: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
}

/** An endpoint in front of a chain, which only keeps the states of its newest blocks. */
export const fullNode = (url: string): Promise<LyingEndpoint> => {
  const chain = overHttp(url)
  return lyingEndpoint({
    chain,
    lie: {
      name: 'full_node',
      kind: 'refusing',
      describes: 'refuses the state of old blocks',
      tell: () => async (request, honest) => {
        const block = request.params[placeOfBlock[request.method] ?? -1]
        if (typeof block !== 'string' || !block.startsWith('0x')) return honest()
        const head = await honest({ method: 'eth_blockNumber', params: [] })
        const isKept = 'result' in head && Number(block) > Number(head.result) - keptBlocks
        return isKept ? honest() : { error: { code: -32_000, message: 'missing trie node 1b2f0c9d7e1a (path )' } }
      },
    },
  })
}

/** Full nodes at these ports, for chains that start later. */
export async function fullNodesOf<Name extends string>(
  names: readonly Name[],
): Promise<{ ports: Record<Name, number>; urls: Record<Name, string>; stop: () => Promise<void> }> {
  const nodes = await Promise.all(
    names.map(async (name) => {
      const port = await freePort()
      return { name, port, node: await fullNode(`http://127.0.0.1:${port}`) }
    }),
  )
  const of = <T>(value: (one: (typeof nodes)[number]) => T) =>
    Object.fromEntries(nodes.map((one) => [one.name, value(one)])) as Record<Name, T>
  return {
    ports: of(({ port }) => port),
    urls: of(({ node }) => node.url),
    stop: async () => {
      await Promise.all(nodes.map(({ node }) => node.stop()))
    },
  }
}
