import { randomUUID } from 'node:crypto'
import { type IntentWire, type OrderWire, orderSchema } from '@tandem/contracts'
import { type EscrowTerms, nativeToken } from '@tandem/escrow'
import type { Address } from 'viem'

/** One side of an order: its terms, and where they were opened. */
export interface OpenedSide {
  chain: string
  registry: Address
  vault: Address
  terms: EscrowTerms
}

/** An order as the orderbook shows it once both of its vaults are open. */
export function anOrderWire(source: OpenedSide, destination: OpenedSide): OrderWire {
  const at = new Date().toISOString()
  return {
    order_id: randomUUID(),
    user_id: 'u',
    quote_id: randomUUID(),
    source_token_price: '1',
    dest_token_price: '1',
    fee_bips: 10,
    initiate_by: null,
    fill_by: null,
    maker_quote: null,
    source_intent: anIntentWire(source, at),
    destination_intent: anIntentWire(destination, at),
    created_at: at,
    updated_at: at,
    status: 'destination_initiated',
    next_action: null,
    receives: null,
  }
}

const intentFields = Object.entries(orderSchema.shape.source_intent.shape)
/** Null in every field that may be null. */
const nothingKnown = Object.fromEntries(
  intentFields.filter(([, field]) => field.safeParse(null).success).map(([name]) => [name, null]),
) as unknown as IntentWire

const anIntentWire = ({ chain, registry, vault, terms }: OpenedSide, at: string): IntentWire => ({
  ...nothingKnown,
  swap_id: vault,
  chain,
  asset: terms.token === nativeToken ? `${chain}:eth` : `${chain}:dai`,
  token_address: terms.token,
  creator: terms.creator,
  recipient: terms.recipient,
  amount: String(terms.amount),
  commitment_hash: terms.commitmentHash,
  cancel_after: terms.cancelAfter,
  registry_address: registry,
  l1_hop: false,
  status: 'created',
  created_at: at,
  updated_at: at,
})
