import { escrowRegistryAbi, escrowVaultAbi, readVault } from '@tandem/escrow'
import {
  type Address,
  BaseError,
  type Client,
  decodeFunctionData,
  decodeFunctionResult,
  ExecutionRevertedError,
  type Hex,
  toFunctionSelector,
} from 'viem'
import { call, estimateGas } from 'viem/actions'
import { payoutGas } from './payout.ts'

/** What a claim uses beside the payout, with room (docs/escrow.md: 67,249 and 269,458 in all). */
const gasBesidePayout: ReadonlyMap<Hex, bigint> = new Map([
  [selectorOf('claim'), 80_000n],
  [selectorOf('claimHop'), 400_000n],
])

interface Asked {
  from: Address
  to: Address
  data: Hex
}

export const isRevert = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null

/**
 * Simulates what is about to be sent. Calldata that holds a secret is shown to the private endpoint alone, where there
 * is one; where that answers no such questions, the payout was simulated already, and the gas is taken from it.
 */
export function makeSimulation(open: Client, confidential: Client | undefined) {
  return {
    /** @throws viem's errors, reverts among them. */
    async estimateGas({ from, to, data }: Asked): Promise<bigint> {
      // Without it some nodes take the block that is to come, and run all that waits for it first.
      const asked = { account: from, to, data, blockTag: 'latest' } as const
      const besidePayout = gasBesidePayout.get(data.slice(0, 10) as Hex)
      if (confidential === undefined || besidePayout === undefined) return estimateGas(open, asked)
      const shown = await unlessSilent(estimateGas(confidential, asked))
      if (shown !== undefined) return shown
      const vault = await readVault(open, { vault: to })
      if (!vault.deployed) throw new Error('there is no vault')
      return besidePayout + (await payoutGas(open, to, vault.terms))
    },

    /** Which claims of a `claimBatch` would be paid. @throws viem's errors, reverts among them. */
    async simulateBatch({ from, to, data }: Asked): Promise<readonly boolean[]> {
      const asked = { account: from, to, data }
      const shown = confidential === undefined ? await call(open, asked) : await unlessSilent(call(confidential, asked))
      if (shown === undefined) {
        const { functionName, args } = decodeFunctionData({ abi: escrowRegistryAbi, data })
        if (functionName !== 'claimBatch') throw new Error(`${functionName} is not claimBatch`)
        return args[0].map(() => true)
      }
      return decodeFunctionResult({ abi: escrowRegistryAbi, functionName: 'claimBatch', data: shown.data ?? '0x' })
    },
  }
}

/** The answer, or nothing when the endpoint answers no such questions. */
async function unlessSilent<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (isRevert(error)) throw error
    return undefined
  }
}

function selectorOf(name: 'claim' | 'claimHop'): Hex {
  const item = escrowVaultAbi.find((one) => one.type === 'function' && one.name === name)
  if (item?.type !== 'function') throw new Error(`the vault has no ${name}`)
  return toFunctionSelector(item)
}
