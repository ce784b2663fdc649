import { askLatest } from '@tandem/chain'
import { hopBridgeAbi } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import { askSpendable } from '../chain/ask-spendable.ts'
import type { OrderView } from '../domain/decide.ts'
import type { Ledger } from '../domain/ledger.ts'
import type { Promises } from '../maker/promises.ts'
import type { OrderRisk } from '../risk/order-risk.ts'
import type { ProfitOf } from './profit-of.ts'
import { tokenKey } from './promise-funds.ts'
import type { Side, Sides } from './sides.ts'

export type FundingFacts = Pick<OrderView, 'inventory' | 'isBridgeOpen' | 'profitBips' | 'risk'>

export const noFundingFacts: FundingFacts = {
  inventory: 0n,
  isBridgeOpen: true,
  profitBips: undefined,
  risk: undefined,
}

export interface FundingFactsDeps {
  ledger: Pick<Ledger, 'promised'>
  profitOf: ProfitOf
  promises: Pick<Promises, 'keyOf'> | undefined
  risk: Pick<OrderRisk, 'problem'>
  /** `held` is in base units. */
  observeInventory: (chain: string, token: Address, held: bigint) => void
}

/** @throws UnbelievedError */
export function makeReadFundingFacts({ ledger, profitOf, promises, risk, observeInventory }: FundingFactsDeps) {
  /** What the account holds of the token and has not promised, in base units. */
  async function readFree({ chain, terms, sender }: Side, reserved: string | undefined): Promise<bigint> {
    const held = await askSpendable(chain, terms.token, sender)
    observeInventory(chain.config.chain, terms.token, held)
    return held - ledger.promised(tokenKey(chain, terms.token), reserved)
  }

  return async (order: Order, sides: Sides): Promise<FundingFacts> => {
    const [inventory, isBridgeOpen, profitBips] = await Promise.all([
      readFree(sides.destination, promises?.keyOf(order)),
      readBridge(order, sides.destination),
      profitOf(order, sides),
    ])
    return { inventory, isBridgeOpen, profitBips, risk: risk.problem(order, sides) }
  }
}

/** Whether the bridge takes tokens to the final chain. Always true on a direct order. */
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
