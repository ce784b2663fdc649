import pc from 'picocolors'
import { guide } from './guide.ts'
import { startStack } from './stack.ts'

/** Fixed, so that an application under development finds them again. */
const ports = { orderbook: 4100, relayer: 4200, solver: 4300, devnet_a: 8545, devnet_b: 8546, devnet_l1: 8547 } as const

/** Starts everything on fixed ports and says how to use it. */
export async function startDev(
  write: (line: string) => void,
  onStart: (stop: () => Promise<void>) => void,
): Promise<void> {
  write(`\n${pc.bold('Tandem devnet')}\n`)
  const stack = await startStack({ ports, onStart, onProgress: (part) => write(pc.dim(`  started ${part}`)) })
  write(guide(stack))
}
