import { accounts, type Stack } from '@tandem/devnet'
import { createClient, Swap } from '@tandem/sdk'

export const clientOf = (stack: Stack): ReturnType<typeof createClient> =>
  createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })

/** A swap of 10 USDC whose destination is funded and whose secret has not left. */
export async function fundedSwap(stack: Stack): Promise<Swap> {
  const client = clientOf(stack)
  const swap = await Swap.start(
    {
      userId: 'drill',
      sourceAsset: 'devnet_a:usdc',
      destinationAsset: 'devnet_b:usdc',
      sourceAmount: 10n ** 7n,
      minReceived: 1n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    {
      client,
      network: stack.network,
      evidence: {
        endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
      },
      save: () => undefined,
    },
  )
  await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client })
  await swap.waitFor(['destination_initiated'], { pollMs: 250, timeoutMs: 120_000 })
  return swap
}

export async function completeSwap(swap: Swap): Promise<void> {
  await swap.claim({ pollMs: 250 })
  await swap.waitFor(['completed'], { pollMs: 250, timeoutMs: 120_000 })
}
