import { askLatest } from '@tandem/chain'
import { hopBridgeAbi } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import { askHeld } from '../chain/ask-held.ts'
import type { OrderView } from '../domain/decide.ts'
import type { Ledger } from '../domain/ledger.ts'
import type { Promises } from '../maker/promises.ts'
import type { OrderRisk } from '../risk/order-risk.ts'
import type { ProfitOf } from './profit-of.ts'
import { tokenKey } from './promise-funds.ts'
import type { Side, Sides } from './sides.ts'

export type Means = Pick<OrderView, 'inventory' | 'isBridgeOpen' | 'profitBips' | 'risk'>

export const noMeans: Means = { inventory: 0n, isBridgeOpen: true, profitBips: undefined, risk: undefined }

export interface ReadMeansDeps {
  ledger: Pick<Ledger, 'promised'>
  profitOf: ProfitOf
  promises: Pick<Promises, 'keyOf'> | undefined
  risk: Pick<OrderRisk, 'problem'>
  /** Base units. */
  observeInventory: (chain: string, token: Address, held: bigint) => void
}

/** @throws UnbelievedError */
export function makeReadMeans({ ledger, profitOf, promises, risk, observeInventory }: ReadMeansDeps) {
  /** Base units. */
  async function readFree({ chain, terms, sender }: Side, reserved: string | undefined): Promise<bigint> {
    const held = await askHeld(chain, terms.token, sender)
    observeInventory(chain.config.chain, terms.token, held)
    return held - ledger.promised(tokenKey(chain, terms.token), reserved)
  }

  return async (order: Order, sides: Sides): Promise<Means> => {
    const [inventory, isBridgeOpen, profitBips] = await Promise.all([
      readFree(sides.destination, promises?.keyOf(order)),
      readBridge(order, sides.destination),
      profitOf(order, sides),
    ])
    return { inventory, isBridgeOpen, profitBips, risk: risk.problem(order, sides) }
  }
}

/** True on a direct order. */
async function readBridge(order: Order, { chain, terms }: Side): Promise<boolean> {
  if (terms.hopBridge === zeroAddress) return true
  const { hop_bridge_address: known } = chain.config
  const { hop_dest_blockchain_id: destination } = order.destination_intent
  if (known === null || destination === null || !isAddressEqual(known as Address, terms.hopBridge)) return false
  return askLatest(chain.quorum, 'hop_route', (client) =>
    readContract(client, {
      address: terms.hopBridge,
      abi: hopBridgeAbi,
      functionName: 'isRouteOpen',
      args: [terms.token, destination as Hex],
    }),
  )
}
