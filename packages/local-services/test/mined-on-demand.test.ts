import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { anvilActions, anvilChain, type LocalAnvil, startAnvil, until } from '@tandem/local-services'
import { createWalletClient, custom, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'

let anvil: LocalAnvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 931 })
})
afterAll(() => anvil?.stop())

/** A client whose endpoint shows the receipt of each transaction only when it is asked for the fourth time. */
function client() {
  const { request } = http(anvil.rpcUrl, { retryCount: 0 })({})
  let asked = 0
  const late = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_getTransactionReceipt') asked += 1
    return method === 'eth_getTransactionReceipt' && asked < 4 ? null : request({ method, params })
  }
  return createWalletClient({
    account: privateKeyToAccount(anvil.accounts[0]?.privateKey ?? '0x'),
    chain: anvilChain(931),
    transport: custom({ request: late }),
    pollingInterval: 20,
  }).extend(anvilActions)
}

it.each([
  ["the client's own action", (wallet: ReturnType<typeof client>) => wallet.waitForTransactionReceipt],
  [
    "viem's function",
    (wallet: ReturnType<typeof client>) =>
      ({ hash }: { hash: `0x${string}` }) =>
        waitForTransactionReceipt(wallet, { hash }),
  ],
])(
  'a receipt that comes after the number of its block is waited for without another block, by %s',
  async (_, waitOf) => {
    const wallet = client()
    const before = await wallet.getBlockNumber({ cacheTime: 0 })
    const hash = await wallet.sendTransaction({ to: zeroAddress, value: 1n })
    const { status, blockNumber } = await waitOf(wallet)({ hash })
    expect({ status, blockNumber }).toEqual({ status: 'success', blockNumber: before + 1n })
    expect(await wallet.getBlockNumber({ cacheTime: 0 })).toBe(before + 1n)
  },
)

// A rejection that nobody handles ends a Node.js process. Jest catches it, and fails the test.
it('a chain that is down for a moment is asked again, with and without a listener for errors', async () => {
  const wallet = client()
  await anvil.kill()
  const failures: Error[] = []
  const seen: bigint[] = []
  const unwatch = [
    wallet.watchBlockNumber({ onBlockNumber: () => undefined, onError: (error) => failures.push(error) }),
    wallet.watchBlockNumber({ onBlockNumber: (newest) => seen.push(newest) }),
  ]
  await until(() => failures.length > 2, 'the chain is found to be down')
  await anvil.restart()
  await until(() => seen.length > 0, 'the chain is found to be back')
  for (const end of unwatch) end()
})
