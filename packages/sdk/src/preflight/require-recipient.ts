import { nativeToken } from '@tandem/escrow'
import { type Address, type Hex, isAddressEqual } from 'viem'
import { call, getCode } from 'viem/actions'
import { askMajority, type ChainEvidence, evidenceRequired } from '../evidence/evidence-options.ts'
import { TandemError } from '../tandem-error.ts'
import { isRevert } from '../wallet/is-revert.ts'

/**
 * Whether an account with this code is a contract. An account that only delegates to a contract (EIP-7702) does not
 * count as one, because it belongs to its key on every chain.
 */
export const isContractCode = (code: Hex | undefined): boolean =>
  code !== undefined && code !== '0x' && !code.toLowerCase().startsWith('0xef0100')

const readIsContract = (evidence: ChainEvidence, address: Address): Promise<boolean> =>
  askMajority(evidence, 'code', async (client) => isContractCode(await getCode(client, { address })))

/**
 * Checks a recipient that has the same address as the payer. If that is a contract on the source chain, it must also be
 * one on the recipient's chains. Otherwise the address belongs to whoever can deploy a contract there, and often to
 * nobody.
 *
 * @param chains `source` is the payer's chain. `recipient` names the chains on which the recipient is paid or has to
 * sign.
 * @throws `RECIPIENT_NOT_DEPLOYED`; `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE` when the payer is a contract and the
 * recipient's chain cannot be read.
 */
export async function requireDeployed(
  address: Address,
  chains: { source: ChainEvidence | undefined; recipient: readonly (readonly [string, ChainEvidence | undefined])[] },
): Promise<void> {
  const { source } = chains
  if (source === undefined || !(await readIsContract(source, address).catch(() => false))) return
  for (const [chain, evidence] of chains.recipient) {
    if (evidence === undefined) throw evidenceRequired(`an endpoint of ${chain}`)
    if (await readIsContract(evidence, address)) continue
    throw new TandemError(
      'RECIPIENT_NOT_DEPLOYED',
      `${address} is a contract on ${source.chain.chain} and has no code on ${chain}, where nobody may control it: name another destinationAddress`,
      { details: { address, source_chain: source.chain.chain, chain } },
    )
  }
}

/**
 * Simulates a payment of the native token to the recipient, because a contract may refuse it. If the endpoints cannot
 * simulate the payment, the recipient is accepted.
 *
 * @param payment.amount in base units.
 * @param payment.payer any address, which the simulation gives the amount. The vault that will pay does not exist yet.
 * @throws `RECIPIENT_REFUSES`.
 */
export async function requireTakesNative(
  evidence: ChainEvidence,
  { recipient, amount, payer }: { recipient: Address; amount: bigint; payer: Address },
): Promise<void> {
  const stateOverride = [{ address: payer, balance: amount }]
  const takes = await askMajority(evidence, 'payment', (client) =>
    call(client, { account: payer, to: recipient, value: amount, stateOverride }).then(
      () => true,
      (error: unknown) => {
        if (isRevert(error)) return false
        throw error
      },
    ),
  ).catch(() => true)
  if (takes) return
  throw new TandemError(
    'RECIPIENT_REFUSES',
    `${recipient} does not take the native token on ${evidence.chain.chain}: name another destinationAddress`,
    { details: { address: recipient, chain: evidence.chain.chain } },
  )
}

export const isNativeToken = (token: string): boolean => isAddressEqual(token as Address, nativeToken)
