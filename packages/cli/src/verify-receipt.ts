import { readFileSync } from 'node:fs'
import {
  isReceiptSignedBy,
  isStatusPossible,
  type Network,
  type OrderReceiptWire,
  orderReceiptSchema,
  z,
} from '@tandem/contracts'
import { type EscrowTerms, predictVault, type VaultView } from '@tandem/escrow'
import { type EvidenceOptions, evidenceOf } from '@tandem/sdk'
import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { UsageError } from './failure.ts'
import { readStates } from './settle/read-open-vaults.ts'
import type { Line } from './verify-side.ts'

const fileSchema = z.union([
  z.object({ receipts: z.array(orderReceiptSchema).min(1) }).transform(({ receipts }) => receipts),
  z.object({ receipt: orderReceiptSchema }).transform(({ receipt }) => [receipt]),
  orderReceiptSchema.transform((receipt) => [receipt]),
])

/**
 * The receipts of a file: one receipt, an order with its receipt, or the state of a swap.
 *
 * @throws UsageError, which does not repeat the file: a state holds the secret.
 */
export function readReceipts(file: string): OrderReceiptWire[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new UsageError(`${file} holds no receipt`)
  }
}

/** A receipt, line by line. `against`: its signer, when the chains deny what it signed. */
export interface VerifiedReceipt {
  lines: Line[]
  against: Address | null
}

/**
 * Holds a receipt against the keys of the network file, and what it says against the chains. No server is asked.
 *
 * @throws TandemError `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export async function verifyReceipt(
  receipt: OrderReceiptWire,
  network: Network,
  options: EvidenceOptions,
): Promise<VerifiedReceipt> {
  const { message, signer } = receipt
  const isPinned = network.receipt_signers.some((one) => isAddressEqual(one as Address, signer as Address))
  const isSigned = await isReceiptSignedBy(signer, receipt)
  const signed = [
    line('signed by a key of the network file', isPinned, signer, network.receipt_signers.join(' or ') || 'none'),
    line('signature', isSigned, signer, isSigned ? signer : 'another key, or another content'),
  ]
  // The chains can bear out what no known key has signed, and it is no evidence.
  if (!isPinned || !isSigned) return { lines: signed, against: null }
  const [source, destination] = await Promise.all(
    (['source', 'destination'] as const).map((side) => readSide(receipt, side, network, options)),
  )
  if (source?.state === undefined || destination?.state === undefined)
    return { lines: [...signed, ...(source?.lines ?? []), ...(destination?.lines ?? [])], against: null }
  const isPossible = isStatusPossible(message.status, { source: source.state, destination: destination.state })
  const shows = `source ${source.state}, destination ${destination.state}`
  const status = line(`status ${message.status}`, isPossible, message.status, shows)
  return {
    lines: [...signed, ...source.lines, ...destination.lines, status],
    against: isPossible ? null : (signer as Address),
  }
}

const line = (check: string, isRight: boolean, says: string, shows: string): Line => ({
  side: 'receipt',
  ...{ check, isRight, says, shows },
})

/** The escrow of a side, and what its chain shows of it, as far as the receipt names an escrow of the pinned registry. */
async function readSide(
  { message }: OrderReceiptWire,
  side: 'source' | 'destination',
  network: Network,
  options: EvidenceOptions,
): Promise<{ lines: Line[]; state?: VaultView['state'] }> {
  const { terms, chainId, registry, vault } = escrowOf(message, side)
  const chain = network.chains.find(({ chain_id }) => chain_id === chainId)
  const pinned = chain?.registry_address ?? 'not in the network file'
  const isRegistry = chain !== undefined && pinned.toLowerCase() === registry.toLowerCase()
  const predicted = predictVault({ registry, chainId, terms })
  const lines = [
    line(`registry of the ${side}`, isRegistry, registry, pinned),
    line(`${side} address follows from the terms`, isAddressEqual(predicted, vault), vault, predicted),
  ]
  if (chain === undefined || lines.some(({ isRight }) => !isRight)) return { lines }
  const [fact] = await readStates(evidenceOf(options, chain), [{ vault, terms }])
  return fact === undefined ? { lines } : { lines, state: fact.latest.state }
}

function escrowOf(message: OrderReceiptWire['message'], side: 'source' | 'destination') {
  const terms: EscrowTerms = {
    token: message[`${side}_token`] as Address,
    creator: message[`${side}_creator`] as Address,
    recipient: message[`${side}_recipient`] as Address,
    hopBridge: side === 'source' ? zeroAddress : (message.destination_hop_bridge as Address),
    amount: BigInt(message[`${side}_amount`]),
    cancelAfter: message[`${side}_cancel_after`],
    commitmentHash: message.commitment_hash as Hex,
  }
  return {
    terms,
    chainId: message[`${side}_chain_id`],
    registry: message[`${side}_registry`] as Address,
    vault: message[`${side}_vault`] as Address,
  }
}
