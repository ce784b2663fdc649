import { setTimeout as sleep } from 'node:timers/promises'
import { devnetMessengerAbi } from '@tandem/escrow'
import pLimit, { type LimitFunction } from 'p-limit'
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
  /** The chain of the messages, and the block from which they are read. */
  hub: { rpcUrl: string; fromBlock?: bigint }
  /** The chain to which the messages go. */
  l1: { rpcUrl: string }
  /** The key that sends the deliveries. No other process may use it on the L1 meanwhile. */
  privateKey: Hex
  /** The messenger on both chains; Teleporter's address by default. */
  messenger?: Address
  pollMs?: number
  /** Called with each error. The relay goes on in any case. */
  onError?: (error: unknown) => void
}

/** Carries the messages of hops, in order and each once. */
export interface MessageRelay {
  /** Delivers nothing until `resume` is called. */
  pause(): void
  resume(): void
  /** From now on a message is delivered this long after it was seen. */
  delay(ms: number): void
  /** Lets the next deliveries fail on the L1, by too little gas. */
  failNext(count: number): void
  /**
   * Executes a message that has failed on the L1.
   * @returns the transaction, once it is mined.
   * @throws when the hub does not know the message, when it has not failed on the L1, or when it
   * fails again.
   */
  retry(messageId: Hex): Promise<Hex>
  /** The messages that were seen and are not delivered, oldest first. */
  pending(): Hex[]
  /** Ends the relay. The messages that are left are delivered by the next one. */
  stop(): Promise<void>
}

/** Gas that is too little for any token to be minted, so that a delivery fails. */
const starvingGas = 3_000n
const retryGas = 1_000_000n
/** How many blocks are read again each time, because a reorganization may have changed them. */
const reorgDepth = 64n

type Chain = ReturnType<typeof connect>

interface Pending {
  id: Hex
  seenAt: number
  /** The transaction of the delivery that was sent. */
  hash?: Hex
}

/**
 * Starts the relay. It keeps nothing on disk, so it can be started again at any time. A chain that does not answer is
 * asked again.
 */
export function startMessageRelay(options: MessageRelayOptions): MessageRelay {
  const { messenger = teleporterMessenger, pollMs = 250, onError = () => undefined } = options
  const hub = connect(options.hub.rpcUrl, options.privateKey)
  const l1 = connect(options.l1.rpcUrl, options.privateKey)
  const ended = new AbortController()
  // Two transactions must never take the same nonce.
  const inTurn = pLimit(1)
  const queue: Pending[] = []
  const refused = new Set<Hex>()
  const firstBlock = options.hub.fromBlock ?? 0n
  const faults = makeFaults()

  const collect = makeCollector({ hub, l1, messenger, firstBlock })
  const lookUp = (id: Hex) => lookUpMessage(hub, messenger, firstBlock, id)

  const isKnown = (id: Hex) => refused.has(id) || queue.some((one) => one.id === id)
  const isDue = (one: Pending) => !ended.signal.aborted && !faults.holdsBack(one)

  async function deliverDue(): Promise<void> {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (!(await isReceived(l1, messenger, next.id))) {
        if (!isDue(next) || (next.hash !== undefined && (await isInPool(l1, next.hash)))) return
        const isSent = await send(next)
        if (isSent && !(await isReceived(l1, messenger, next.id))) return
      }
      queue.shift()
    }
  }

  async function send(one: Pending): Promise<boolean> {
    const message = await lookUp(one.id)
    // A reorganization has taken the message back.
    if (message === undefined) return false
    const sourceBlockchainId = await readBlockchainId(hub, messenger)
    try {
      one.hash = await inTurn(() => deliver(l1, messenger, { sourceBlockchainId, message, ...faults.gas() }))
      faults.noteDelivery()
      return true
    } catch (error) {
      if (!isRevert(error)) throw error
      // The message is another relayer's, or was delivered just now.
      refused.add(one.id)
      onError(error)
      return false
    }
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        queue.push(...(await collect(isKnown)))
        await deliverDue()
      } catch (error) {
        onError(error)
      }
      await sleep(pollMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    ...faults.controls,
    retry: (messageId) => retryOnL1({ hub, l1, messenger, lookUp, inTurn }, messageId),
    pending: () => queue.map(({ id }) => id),
    async stop() {
      ended.abort()
      await running
    },
  }
}

function makeFaults() {
  let isPaused = false
  let delayMs = 0
  let failures = 0
  const controls: Pick<MessageRelay, 'pause' | 'resume' | 'delay' | 'failNext'> = {
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
  }
  return {
    controls,
    holdsBack: ({ seenAt }: Pending): boolean => isPaused || Date.now() - seenAt < delayMs,
    /** The gas of the next delivery, if it is not the gas that the message asks for. */
    gas: () => (failures > 0 ? { executionGas: starvingGas } : {}),
    noteDelivery(): void {
      if (failures > 0) failures -= 1
    },
  }
}

function makeCollector(deps: { hub: Chain; l1: Chain; messenger: Address; firstBlock: bigint }) {
  const { hub, l1, messenger, firstBlock } = deps
  let cursor = firstBlock
  let readHeads: string | undefined
  return async (isKnown: (id: Hex) => boolean): Promise<Pending[]> => {
    const [{ number: head, hash }, { hash: l1Hash }] = await Promise.all([hub.getBlock(), l1.getBlock()])
    const heads = `${hash} ${l1Hash}`
    // Without a new block on either chain, no message was announced or delivered since the last read.
    if (heads === readHeads) return []
    const destinationBlockchainID = await readBlockchainId(l1, messenger)
    if (head + 1n < cursor) cursor = head + 1n
    const fromBlock = cursor - firstBlock > reorgDepth ? cursor - reorgDepth : firstBlock
    const announced = await readAnnouncements(hub, messenger, {
      args: { destinationBlockchainID },
      fromBlock,
      toBlock: head,
    })
    const found: Pending[] = []
    for (const { id } of announced)
      if (!isKnown(id) && !(await isReceived(l1, messenger, id))) found.push({ id, seenAt: Date.now() })
    cursor = head + 1n
    readHeads = heads
    return found
  }
}

interface RetryDeps {
  hub: Chain
  l1: Chain
  messenger: Address
  lookUp(messageId: Hex): Promise<AnnouncedMessage['message'] | undefined>
  inTurn: LimitFunction
}

async function lookUpMessage(
  hub: Chain,
  messenger: Address,
  fromBlock: bigint,
  messageID: Hex,
): Promise<AnnouncedMessage['message'] | undefined> {
  const range = { fromBlock, toBlock: await hub.getBlockNumber() }
  const [found] = await readAnnouncements(hub, messenger, { args: { messageID }, ...range })
  return found?.message
}

async function retryOnL1({ hub, l1, messenger, lookUp, inTurn }: RetryDeps, messageId: Hex): Promise<Hex> {
  const message = await lookUp(messageId)
  if (message === undefined) throw new Error(`the hub knows no message ${messageId}`)
  const call = {
    address: messenger,
    abi: devnetMessengerAbi,
    functionName: 'retryMessageExecution',
    args: [await readBlockchainId(hub, messenger), message],
    gas: message.requiredGasLimit + retryGas,
  } as const
  await l1.simulateContract({ ...call, account: l1.account })
  const hash = await inTurn(() => l1.writeContract({ ...call, chain: null }))
  const { status } = await l1.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`message ${messageId} failed again, in transaction ${hash}`)
  return hash
}

async function isInPool(chain: Chain, hash: Hex): Promise<boolean> {
  try {
    return (await chain.getTransaction({ hash })).blockNumber === null
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false
    throw error
  }
}

const isRevert = (error: unknown) =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null
