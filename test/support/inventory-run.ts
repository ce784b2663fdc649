import { accounts, assetOf, readBalance, type Stack } from '@tandem/devnet'
import { testTokenAbi } from '@tandem/escrow'
import { anvilActions, anvilChain } from '@tandem/local-services'
import { createClient, Swap, TandemError } from '@tandem/sdk'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** The amount that each swap pays out, in base units of USDC. */
const unit = 50n * 10n ** 6n

export interface InventoryResult {
  accepted: Swap[]
  /** How many swaps got no quote, or a withdrawn one, by the code of the answer. */
  refused: Record<string, number>
}

/**
 * Leaves the maker this much USDC on the destination chain: what is missing is minted, and what is too much is paid
 * away.
 */
export async function setInventory({ chains, network }: Stack, amount: bigint): Promise<void> {
  const { anvil, user } = chains.devnet_b
  const usdc = assetOf(network, 'devnet_b:usdc')
  const address = usdc.token
  const held = await readBalance(user, usdc, accounts.solver.address)
  const solver = createWalletClient({
    account: privateKeyToAccount(accounts.solver.privateKey),
    chain: anvilChain(anvil.chainId),
    transport: http(anvil.rpcUrl),
  }).extend(anvilActions)
  const hash =
    held < amount
      ? await solver.writeContract({
          address,
          abi: testTokenAbi,
          functionName: 'mint',
          args: [accounts.solver.address, amount - held],
        })
      : await solver.writeContract({
          address,
          abi: testTokenAbi,
          functionName: 'transfer',
          args: [accounts.user.address, held - amount],
        })
  await solver.waitForTransactionReceipt({ hash })
}

/** Starts this many swaps at once, against an inventory that pays for `inventory` of them. */
export async function swapAgainstInventory(
  stack: Stack,
  { swaps, inventory }: { swaps: number; inventory: number },
): Promise<InventoryResult> {
  await setInventory(stack, BigInt(inventory) * unit)
  const client = createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
  const evidence = {
    endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
  }
  const results = await Promise.all(
    Array.from({ length: swaps }, (_, index) =>
      Swap.start(
        {
          userId: `inventory-${index}`,
          sourceAsset: 'devnet_a:usdc',
          destinationAsset: 'devnet_b:usdc',
          destinationAmount: unit,
          maxSpent: 2n * unit,
          sourceAddress: accounts.user.address,
          destinationAddress: accounts.user.address,
        },
        { client, network: stack.network, evidence, save: () => undefined },
      ).catch((error: unknown) => {
        if (error instanceof TandemError) return error
        throw error
      }),
    ),
  )
  const refused: Record<string, number> = {}
  for (const result of results)
    if (result instanceof TandemError) refused[result.code] = (refused[result.code] ?? 0) + 1
  return { accepted: results.filter((result) => result instanceof Swap), refused }
}

/** Puts the source of each swap on chain, all at once, and waits until the maker has filled every one. */
export async function settleAll(stack: Stack, swaps: readonly Swap[], timeoutMs: number): Promise<void> {
  const client = createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
  await Promise.all(
    swaps.map(async (swap) => {
      await swap.initiate('eip3009', stack.chains.devnet_a.user, { by: 'relayer', client })
      await swap.waitFor(['destination_initiated'], { pollMs: 200, timeoutMs })
    }),
  )
}

/**
 * Runs every swap to its end, all at once.
 *
 * @returns how many ended in which way: `completed`, `refunded`, or the code of an error.
 */
export async function runAll(stack: Stack, swaps: readonly Swap[], timeoutMs: number): Promise<Record<string, number>> {
  const client = createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl, timeoutMs: 180_000 })
  const submitter = { by: 'relayer', client } as const
  const signal = AbortSignal.timeout(timeoutMs)
  const ends: Record<string, number> = {}
  await Promise.all(
    swaps.map(async (swap) => {
      const end = await swap.run({ path: 'eip3009', wallet: stack.chains.devnet_a.user, submitter, signal }).then(
        ({ outcome }) => outcome,
        (error: unknown) => (error instanceof TandemError ? error.code : String(error)),
      )
      ends[end] = (ends[end] ?? 0) + 1
    }),
  )
  return ends
}
