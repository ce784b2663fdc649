import { encodeCancel, encodeClaim } from '@tandem/escrow'
import { type ChainEvidence, settleVault, type Wallet } from '@tandem/sdk'
import type { Address, Client, Hex } from 'viem'
import { estimateGas, getGasPrice, getTransactionReceipt } from 'viem/actions'
import { type Act, nextAct } from './next-act.ts'
import { type OpenVault, readOpen } from './read-open-vaults.ts'

/** An open escrow, and what is done about it. */
export interface Settlement extends OpenVault {
  evidence: ChainEvidence
  act: Act
  secret: Hex | undefined
  /** Wei of the transaction: an estimate until it is mined. `null` where there is none. */
  costWei: bigint | null
  txHash: Hex | null
  /** Whether the endpoints show that the escrow is over. */
  isOver: boolean
  error?: string
}

/** The acts, claims first: they alone can come too late. */
export const planOf = (
  found: readonly { evidence: ChainEvidence; open: readonly OpenVault[] }[],
  secrets: ReadonlyMap<Hex, Hex>,
): Settlement[] =>
  found
    .flatMap(({ evidence, open }) =>
      open.map((vault) => {
        const secret = secrets.get(vault.terms.commitmentHash)
        const act = nextAct(vault.terms, { chainTime: vault.chainTime, secret })
        return { ...vault, evidence, secret, act, costWei: null, txHash: null, isOver: false }
      }),
    )
    .sort((one, other) => order.indexOf(one.act) - order.indexOf(other.act))
const order: readonly Act[] = ['claim', 'cancel', 'recipient_only', 'wait']

/** The account that a call of this kind pays: the recipient, or the creator. */
export const payeeOf = ({ act, terms }: Settlement): Address => (act === 'cancel' ? terms.creator : terms.recipient)

const callOf = ({ act, terms, secret, evidence }: Settlement) => {
  const data = act === 'claim' && secret !== undefined ? encodeClaim(terms, secret) : encodeCancel(terms)
  return { to: evidence.chain.registry_address as Address, data }
}

/** A settlement with what it would cost. Its error says why the call would fail. */
export async function estimated(settlement: Settlement, client: Client): Promise<Settlement> {
  try {
    const [gas, price] = await Promise.all([estimateGas(client, callOf(settlement)), getGasPrice(client)])
    return { ...settlement, costWei: gas * price }
  } catch (error) {
    return { ...settlement, error: wordsOf(error) }
  }
}

/** Sends the call, unless another party is first, and asks a majority of the endpoints whether the escrow is over. */
export async function settled(settlement: Settlement, wallet: Wallet): Promise<Settlement> {
  const { evidence, vault, terms } = settlement
  try {
    const { to: registry, data } = callOf(settlement)
    const escrow = { registry, vault, terms }
    const wanted = ['claimed', 'cancelled'] as const
    const { txHash } = await settleVault(wallet, { chain: evidence.chain, escrow, data, wanted })
    const receipt = txHash === null ? undefined : await getTransactionReceipt(wallet, { hash: txHash })
    const costWei = receipt === undefined ? 0n : receipt.gasUsed * receipt.effectiveGasPrice
    const isOver = (await readOpen(evidence, [settlement])).length === 0
    const doubt = isOver ? {} : { error: 'a majority of the endpoints does not show it' }
    return { ...settlement, txHash, costWei, isOver, ...doubt }
  } catch (error) {
    return { ...settlement, error: wordsOf(error) }
  }
}

const wordsOf = (error: unknown): string => String((error as Error).message ?? error).split('\n')[0] ?? 'failed'
