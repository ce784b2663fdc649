/** Bodies of POST /initiations, as the user of a testbed signs them. */
import type { OrderWire } from '@tandem/contracts'
import { authorizationTypedData, createEscrowTypedData, permit2TypedData } from '@tandem/escrow'
import { type Address, erc20Abi, type Hex, toHex } from 'viem'
import { termsOf } from './escrow-calls.ts'
import { user, type Wallet } from './test-chains.ts'
import type { Testbed } from './testbed.ts'

/** Unix seconds of a deadline that no test reaches. */
export const later = 4_000_000_000

export const prefunded = ({ order_id }: OrderWire) => ({ type: 'prefunded', order_id })

type Permit2 = Parameters<typeof permit2TypedData>[0]
type Authorization = Parameters<typeof authorizationTypedData>[0]

export function initiationBodies(testbed: Testbed) {
  let nonce = 0n
  const payer = () => testbed.wallet('left', user)
  const onLeft = () => ({ chainId: testbed.anvils.left.chainId, registry: testbed.registry })

  return {
    async bySignature({ order_id, source_intent: source }: OrderWire, signer: Wallet = payer()) {
      const typedData = createEscrowTypedData({ ...onLeft(), terms: termsOf(source), deadline: later })
      return { type: 'signed', order_id, deadline: later, creator_signature: await signer.signTypedData(typedData) }
    },

    async byPermit2(order: OrderWire, { signer = payer(), ...over }: Partial<Permit2> & { signer?: Wallet } = {}) {
      nonce += 1n
      const terms = termsOf(order.source_intent)
      const message: Permit2 = { ...onLeft(), terms, nonce, deadline: BigInt(later), ...over }
      const signature = await signer.signTypedData(permit2TypedData(message))
      const sent = { nonce: String(message.nonce), deadline: Number(message.deadline) }
      return { type: 'permit2', order_id: order.order_id, ...sent, signature }
    },

    async byEip3009({ source_intent: source, order_id }: OrderWire, over: Partial<Authorization> = {}) {
      nonce += 1n
      const message: Authorization = {
        token: testbed.token,
        name: 'Dai',
        version: '1',
        chainId: testbed.anvils.left.chainId,
        from: payer().account.address,
        to: source.swap_id as Address,
        value: BigInt(source.amount),
        validAfter: 0n,
        validBefore: BigInt(later),
        nonce: toHex(nonce, { size: 32 }),
        ...over,
      }
      const signature = await payer().signTypedData(authorizationTypedData(message))
      const times = { valid_after: String(message.validAfter), valid_before: String(message.validBefore) }
      return { type: 'eip3009', order_id, ...times, nonce: message.nonce, signature }
    },

    /** Lets a spender, by default the registry, take this much of the user's tokens. */
    async approve(amount: bigint, spender: Address = testbed.registry): Promise<Hex> {
      const call = { address: testbed.token, abi: erc20Abi, functionName: 'approve', args: [spender, amount] } as const
      const hash = await payer().writeContract(call)
      await payer().waitForTransactionReceipt({ hash })
      return hash
    },
  }
}
