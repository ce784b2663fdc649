import type { OrderWire } from '@tandem/contracts'
import { decodeEscrowLog, type EscrowTerms, encodeClaim, encodeCreateEscrowSigned } from '@tandem/escrow'
import { type Order, termsOf } from '@tandem/sdk'
import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { inMemoryServices, type Lies } from './in-memory-services.ts'
import { mineDepth, type TwoChains } from './two-chains.ts'

let lastSent: Promise<unknown> = Promise.resolve()

/**
 * Sends a transaction of the market maker, and waits until it is mined. Calls take turns, because two at once would
 * take the same nonce.
 */
export function sendAsSolver(
  chains: TwoChains,
  name: 'a' | 'b',
  { to, data }: { to: Address; data: Hex },
): Promise<void> {
  const { solver } = chains[name]
  const sent = lastSent.then(async () => {
    await solver.waitForTransactionReceipt({ hash: await solver.sendTransaction({ to, data }) })
  })
  lastSent = sent.catch(() => undefined)
  return sent
}

/** Creates an escrow on the second chain with the market maker's tokens. */
export async function createAsSolver(chains: TwoChains, registry: Address, terms: EscrowTerms): Promise<void> {
  await sendAsSolver(chains, 'b', {
    to: terms.token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [registry, maxUint256] }),
  })
  await sendAsSolver(chains, 'b', {
    to: registry,
    data: encodeCreateEscrowSigned({ terms, deadline: 0, creatorSignature: '0x' }),
  })
}

/** Claims an escrow by the market maker's transaction. */
export const claimSide = (chains: TwoChains, name: 'a' | 'b', intent: Order['source_intent'], secret: Hex) =>
  sendAsSolver(chains, name, { to: intent.registry_address as Address, data: encodeClaim(termsOf(intent), secret) })

/** Claims the destination as a relayer does, and mines the blocks on top until the claim counts. */
export async function claimDestination(chains: TwoChains, order: Pick<Order, 'destination_intent'>, secret: Hex) {
  await claimSide(chains, 'b', order.destination_intent, secret)
  await mineDepth(chains, ['b'])
}

interface Services {
  isMakerThere?: boolean
  status?: (real: OrderWire['status']) => OrderWire['status']
  lies?: Lies
}

/**
 * A market maker that funds once the source is there, and a relayer that claims. Both wait for the
 * confirmations that count, and then the maker claims the source.
 */
export function honestServices(chains: TwoChains, { isMakerThere = true, status, lies = {} }: Services = {}) {
  const funded = new Set<string>()
  const orders = new Map<string, OrderWire>()
  const fund = async (order: OrderWire) => {
    if (!isMakerThere || order.status !== 'source_initiated' || funded.has(order.order_id)) return
    funded.add(order.order_id)
    const { registry_address: registry } = order.destination_intent
    await createAsSolver(chains, registry as Address, termsOf(order.destination_intent))
    await mineDepth(chains)
  }
  const take = async (order: OrderWire) => {
    if (order.status !== 'destination_claimed') return
    const secret = await secretOnChain(chains, order)
    if (secret !== undefined) await claimSide(chains, 'a', order.source_intent, secret).catch(() => undefined)
  }
  return inMemoryServices(chains, {
    order: async (order) => {
      orders.set(order.order_id, order)
      await fund(order)
      await take(order)
      return status === undefined ? order : { ...order, status: status(order.status) }
    },
    claim: async ({ order_id, secret }) => {
      const order = orders.get(order_id)
      if (order === undefined) throw new Error('the relayer does not know the order')
      await claimDestination(chains, order, secret as Hex)
    },
    ...lies,
  })
}

/** The secret that the claim of the destination published. */
async function secretOnChain(
  chains: TwoChains,
  { destination_intent: destination }: OrderWire,
): Promise<Hex | undefined> {
  const logs = await chains.b.control.getLogs({
    address: destination.registry_address as Address,
    fromBlock: 0n,
  })
  const events = logs.map(decodeEscrowLog)
  return events.flatMap((event) =>
    event?.type === 'claimed' && event.commitmentHash === destination.commitment_hash ? [event.secret] : [],
  )[0]
}
