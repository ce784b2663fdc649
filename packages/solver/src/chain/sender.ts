import type { Address, Hex } from 'viem'
import type { SolverClient } from './chain.ts'

export interface Call {
  to: Address
  data: Hex
  /** Wei. */
  value?: bigint
}

/** Sends the solver's transactions of one chain, one after the other, so that no two take one nonce. */
export interface Sender {
  /**
   * Sends a call and waits until it is mined.
   *
   * @throws viem's error when the call would revert (nothing is sent then), or when it is not mined in time; Error when
   * it was mined and reverted.
   */
  send(call: Call): Promise<Hex>
}

/** How long a transaction may stay unmined before its nonce is taken back. */
const minedWithinMs = 60_000

/** The nonce comes from the chain for every transaction: the solver keeps nothing that a restart could lose. */
export function makeSender(client: SolverClient): Sender {
  let last: Promise<unknown> = Promise.resolve()
  return {
    send(call) {
      const next = last.then(() => sendOne(client, call))
      last = next.catch(() => undefined)
      return next
    },
  }
}

async function sendOne(client: SolverClient, call: Call): Promise<Hex> {
  await unblock(client)
  const hash = await client.sendTransaction({ to: call.to, data: call.data, value: call.value ?? 0n })
  const receipt = await client.waitForTransactionReceipt({ hash, timeout: minedWithinMs })
  if (receipt.status !== 'success') throw new Error(`transaction ${receipt.transactionHash} was mined and reverted`)
  return receipt.transactionHash
}

/**
 * A transaction of an earlier run, or one whose fee became too low, holds up every later one. It is replaced by a
 * transfer of nothing to ourselves; what it was to do is decided afresh, because the vault's existence says whether it
 * happened.
 */
async function unblock(client: SolverClient): Promise<void> {
  const { address } = client.account
  const [mined, pending] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'latest' }),
    client.getTransactionCount({ address, blockTag: 'pending' }),
  ])
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
  for (let nonce = mined; nonce < pending; nonce += 1) {
    const hash = await client
      .sendTransaction({
        to: address,
        value: 0n,
        nonce,
        gas: 21_000n,
        maxFeePerGas: maxFeePerGas * 2n,
        maxPriorityFeePerGas: maxPriorityFeePerGas * 2n,
      })
      // It was mined meanwhile, or its own fee is higher than ours: either way it will not stay.
      .catch(() => undefined)
    if (hash !== undefined) await client.waitForTransactionReceipt({ hash, timeout: minedWithinMs })
  }
}
