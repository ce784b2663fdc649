import { type OrderReceiptWire, type OrderWire, orderReceiptTypedData, receiptMessageOf } from '@tandem/contracts'
import { type NamedSigner, openAccount } from '@tandem/signers'
import type { LocalAccount } from 'viem'
import type { NetworkIndex } from '../domain/network.ts'

export type ReceiptsDeps = {
  /** The key; without it no receipts are given. */
  signer: NamedSigner | undefined
  network: NetworkIndex
  onOff: () => void
  /** An answer goes out without its receipt. */
  onFailed: (error: unknown) => void
}

/** Signs what is answered about an order. */
export type Receipts = {
  /** Reaches the key. @throws SignerError; Error when the network file names other keys. */
  open(): Promise<void>
  /** An order as it was made, with its receipt. */
  made(order: OrderWire): Promise<OrderWire>
  /** A final order with its receipt. `isWhole`: it has the receipt that it should have. */
  read(order: OrderWire): Promise<{ order: OrderWire; isWhole: boolean }>
}

export function makeReceipts({ signer, network, onOff, onFailed }: ReceiptsDeps): Receipts {
  let account: LocalAccount | undefined
  const signed = async (order: OrderWire): Promise<OrderWire> => {
    const source = network.chain(order.source_intent.chain)
    const destination = network.chain(order.destination_intent.chain)
    // A chain may have left the network file.
    if (account === undefined || source === undefined || destination === undefined) return order
    const message = receiptMessageOf(order, { source: source.chain_id, destination: destination.chain_id })
    try {
      const signature = await account.signTypedData(orderReceiptTypedData(message))
      const receipt: OrderReceiptWire = { signer: account.address, message, signature }
      return { ...order, receipt }
    } catch (error) {
      onFailed(error)
      return order
    }
  }
  return {
    async open() {
      if (signer === undefined) return onOff()
      const opened = await openAccount(signer)
      const known = network.network.receipt_signers.map((one) => one.toLowerCase())
      if (!known.includes(opened.address.toLowerCase()))
        throw new Error(`${signer.name}: ${opened.address} is none of receipt_signers in NETWORK_FILE`)
      account = opened
    },
    made: signed,
    async read(order) {
      const whole = await signed(order)
      return { order: whole, isWhole: account === undefined || whole.receipt !== null }
    },
  }
}
