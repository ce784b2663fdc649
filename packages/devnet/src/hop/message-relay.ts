import { setTimeout as sleep } from 'node:timers/promises'
import { devnetMessengerAbi } from '@tandem/escrow'
import { type Address, BaseError, ContractFunctionRevertedError, type Hex, TransactionNotFoundError } from 'viem'
import { connect } from './connect.ts'
import {
  type AnnouncedMessage,
  deliver,
  isReceived,
  readAnnouncements,
  readBlockchainId,
  teleporterMessenger,
} from './messenger.ts'

export interface MessageRelayOptions {
  /** Where messages come from, and the block from which they are read. */
  hub: { rpcUrl: string; fromBlock?: bigint }
  /** Where they go. */
  l1: { rpcUrl: string }
  /** Pays for the deliveries. Nobody else may use this key on the L1 meanwhile. */
  privateKey: Hex
  /** The messenger on both chains; Teleporter's address by default. */
  messenger?: Address
  pollMs?: number
  /** Told of what went wrong; the relay goes on in any case. */
  onError?: (error: unknown) => void
}

/** Carries messages from the hub to the L1, in order, and each once. */
export interface MessageRelay {
  /** Nothing is delivered until `resume`. */
  pause(): void
  resume(): void
  /** From now on a message is delivered this long after it was seen. */
  delay(ms: number): void
  /** The next deliveries are given too little gas, so that they are received and fail on the L1. */
  failNext(count: number): void
  /**
   * Executes a message that has failed on the L1.
   *
   * @returns the transaction, once it is mined.
   * @throws when the hub does not know the message, or the L1 has none such that failed, or it fails again.
   */
  retry(messageId: Hex): Promise<Hex>
  /** The messages that were seen and are not delivered, oldest first. */
  pending(): Hex[]
  /** Ends the relay. What it had not delivered will be by the next one. */
  stop(): Promise<void>
}

/** Too little for any token to be minted. */
const starvingGas = 3_000n
const retryGas = 1_000_000n

interface Pending extends AnnouncedMessage {
  seenAt: number
  /** The delivery that was sent. */
  hash?: Hex
}

/**
 * Starts to relay. It keeps nothing on disk: what was delivered is asked of the L1, so that it can be started again
 * at any time. A chain that does not answer is asked again.
 */
export function startMessageRelay(options: MessageRelayOptions): MessageRelay {
  const { messenger = teleporterMessenger, pollMs = 250, onError = () => undefined } = options
  const hub = connect(options.hub.rpcUrl, options.privateKey)
  const l1 = connect(options.l1.rpcUrl, options.privateKey)
  const ended = new AbortController()
  const inTurn = oneAtATime()
  const queue: Pending[] = []
  const firstBlock = options.hub.fromBlock ?? 0n
  let cursor = firstBlock
  let isPaused = false
  let delayMs = 0
  let failures = 0

  async function collect(): Promise<void> {
    const head = await hub.getBlockNumber()
    if (head < cursor) return
    const destinationBlockchainID = await readBlockchainId(l1, messenger)
    const args = { destinationBlockchainID }
    for (const one of await readAnnouncements(hub, messenger, { args, fromBlock: cursor, toBlock: head })) {
      const isQueued = queue.some(({ id }) => id === one.id)
      if (!isQueued && !(await isReceived(l1, messenger, one.id))) queue.push({ ...one, seenAt: Date.now() })
    }
    cursor = head + 1n
  }

  const isDue = ({ seenAt }: Pending) => !isPaused && !ended.signal.aborted && Date.now() - seenAt >= delayMs

  async function deliverDue(): Promise<void> {
    const sourceBlockchainId = queue.length === 0 ? undefined : await readBlockchainId(hub, messenger)
    for (let next = queue[0]; sourceBlockchainId !== undefined && next !== undefined; next = queue[0]) {
      if (!(await isReceived(l1, messenger, next.id))) {
        if (!isDue(next) || (next.hash !== undefined && (await isWaiting(next.hash)))) return
        await send(next, sourceBlockchainId)
        if (next === queue[0] && !(await isReceived(l1, messenger, next.id))) return
      }
      if (next === queue[0]) queue.shift()
    }
  }

  async function send(one: Pending, sourceBlockchainId: Hex): Promise<void> {
    const { message } = one
    const gas = failures > 0 ? { executionGas: starvingGas } : {}
    try {
      one.hash = await inTurn(() => deliver(l1, messenger, { sourceBlockchainId, message, ...gas }))
      if (failures > 0) failures -= 1
    } catch (error) {
      // Refused for good: another chain's, another relayer's, or delivered meanwhile.
      if (isRevert(error)) queue.shift()
      throw error
    }
  }

  /** Whether a delivery is in the pool. */
  async function isWaiting(hash: Hex): Promise<boolean> {
    try {
      return (await l1.getTransaction({ hash })).blockNumber === null
    } catch (error) {
      if (error instanceof TransactionNotFoundError) return false
      throw error
    }
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        await collect()
        await deliverDue()
      } catch (error) {
        onError(error)
      }
      await sleep(pollMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  }

  async function retry(messageId: Hex): Promise<Hex> {
    const range = { fromBlock: firstBlock, toBlock: await hub.getBlockNumber() }
    const [found] = await readAnnouncements(hub, messenger, { args: { messageID: messageId }, ...range })
    if (found === undefined) throw new Error(`the hub knows no message ${messageId}`)
    const call = {
      address: messenger,
      abi: devnetMessengerAbi,
      functionName: 'retryMessageExecution',
      args: [await readBlockchainId(hub, messenger), found.message],
      gas: found.message.requiredGasLimit + retryGas,
    } as const
    await l1.simulateContract({ ...call, account: l1.account })
    const hash = await inTurn(() => l1.writeContract({ ...call, chain: null }))
    const { status } = await l1.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`message ${messageId} failed again, in transaction ${hash}`)
    return hash
  }

  const running = run()
  return {
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
    delay(ms) {
      delayMs = ms
    },
    failNext(count) {
      failures = count
    },
    retry,
    pending: () => queue.map(({ id }) => id),
    async stop() {
      ended.abort()
      await running
    },
  }
}

const isRevert = (error: unknown) =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null

/** Runs one at a time, so that two transactions never take the same nonce. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
}
