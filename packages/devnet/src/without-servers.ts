import { runCli } from '@tandem/cli'
import type { Order, Swap } from '@tandem/sdk'
import { accounts } from './accounts.ts'
import type { Stack } from './stack.ts'
import { short, type Timeline } from './timeline.ts'

/**
 * With both escrows funded, ends the swap by the user alone and by an account that has no part in it.
 * @returns whether both escrows are over.
 */
export async function endWithoutServers(
  stack: Stack,
  swap: Swap,
  timeline: Timeline,
  onChange: (order: Order) => void,
): Promise<boolean> {
  await swap.waitFor(['destination_initiated'], { pollMs: 100, timeoutMs: 90_000, onChange })
  await Promise.all([stack.orderbook, stack.relayer, stack.solver].map((process) => process.kill()))
  timeline.step('devnet', 'orderbook, watcher, relayer, keeper and market maker are killed for good')

  const hash = await swap.claimOnHub(stack.chains.devnet_b.user)
  timeline.step('user', 'claims by its own wallet, and is paid', hash === null ? '' : short(hash))
  const settled = await tandem(stack, ['settle', '--yes'])
  for (const line of settled.lines) timeline.step('stranger', `tandem settle: ${line}`)
  const rest = await tandem(stack, ['settle'])
  return [settled, rest].every(({ exitCode }) => exitCode === 0) && rest.lines.length === 0
}

async function tandem({ chains, networkFile }: Stack, words: readonly string[]) {
  const lines: string[] = []
  const rpc = Object.values(chains).flatMap(({ name, anvil }) => ['--rpc', `${name}=${anvil.rpcUrl}`])
  const exitCode = await runCli(['--network', networkFile, ...rpc, ...words], {
    env: { TANDEM_PRIVATE_KEY: accounts.faucet.privateKey },
    out: (line) => void lines.push(...line.split('\n')),
    note: () => {},
    waiting: () => () => {},
    signal: AbortSignal.timeout(120_000),
  })
  return { exitCode, lines }
}
