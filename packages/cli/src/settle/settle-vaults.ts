import { encodeCancel, encodeClaim } from '@tandem/escrow'
import { type ChainEvidence, settleVault, type Wallet } from '@tandem/sdk'
import type { Address, Client, Hex } from 'viem'
import { estimateGas, getGasPrice, getTransactionReceipt } from 'viem/actions'
import { type Act, nextAct } from './next-act.ts'
import { type OpenVault, readOpen } from './read-open-vaults.ts'

/** An open escrow, what can be done with it, and what became of that. */
export interface Settlement extends OpenVault {
  evidence: ChainEvidence
  act: Act
  secret: Hex | undefined
  /**
   * What the transaction costs in wei, which is an estimate until it is mined. It is `null` when no transaction is sent
   * or planned.
   */
  costWei: bigint | null
  /** The transaction that settled the escrow; `null` when none was sent, or another party was first. */
  txHash: Hex | null
  /** True once a majority of the endpoints shows that the escrow is not open any more. */
  isOver: boolean
  error?: string
}

/**
 * Decides what to do with each open escrow. Claims come first, because a claim can come too late and a cancellation
 * cannot.
 */
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

/** The account that the settlement pays: the creator for a cancellation, and otherwise the recipient. */
export const payeeOf = ({ act, terms }: Settlement): Address => (act === 'cancel' ? terms.creator : terms.recipient)

const callOf = ({ act, terms, secret, evidence }: Settlement) => {
  const data = act === 'claim' && secret !== undefined ? encodeClaim(terms, secret) : encodeCancel(terms)
  return { to: evidence.chain.registry_address as Address, data }
}

/**
 * The most gas that a settlement may use. A claim of an ordinary token uses 48,000. But the escrow's creator chose the
 * token, and a hostile token can use as much gas as it gets.
 */
const maxGas = 500_000n

/** Estimates what a settlement costs. `error` says why the call would fail, or that it would use too much gas. */
export async function estimated(settlement: Settlement, client: Client): Promise<Settlement & { gas?: bigint }> {
  try {
    const [gas, price] = await Promise.all([estimateGas(client, callOf(settlement)), getGasPrice(client)])
    const excess = gas > maxGas ? { error: `its token uses ${gas} gas, and more than ${maxGas} is not spent` } : {}
    return { ...settlement, gas, costWei: gas * price, ...excess }
  } catch (error) {
    return { ...settlement, error: wordsOf(error) }
  }
}

export async function settled(settlement: Settlement, wallet: Wallet): Promise<Settlement> {
  const { evidence, vault, terms } = settlement
  const readIsOver = async () => (await readOpen(evidence, [settlement])).length === 0
  const { gas, ...planned } = await estimated(settlement, wallet)
  try {
    if (gas === undefined && (await readIsOver())) return { ...settlement, costWei: 0n, isOver: true }
    if (gas === undefined || planned.error !== undefined) return planned
    const { to: registry, data } = callOf(settlement)
    const escrow = { registry, vault, terms }
    const wanted = ['claimed', 'cancelled'] as const
    // Almost a third more than the estimate, because a token may use more gas when it is mined than in the simulation.
    const call = { chain: evidence.chain, escrow, data, wanted, gas: (gas * 13n) / 10n }
    const { txHash } = await settleVault(wallet, call)
    const receipt = txHash === null ? undefined : await getTransactionReceipt(wallet, { hash: txHash })
    const costWei = receipt === undefined ? 0n : receipt.gasUsed * receipt.effectiveGasPrice
    const isOver = await readIsOver()
    const doubt = isOver ? {} : { error: 'a majority of the endpoints does not show it' }
    return { ...settlement, txHash, costWei, isOver, ...doubt }
  } catch (error) {
    return { ...settlement, error: wordsOf(error) }
  }
}

const wordsOf = (error: unknown): string => String((error as Error).message ?? error).split('\n')[0] ?? 'failed'
