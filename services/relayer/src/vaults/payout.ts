import { setTimeout as sleep } from 'node:timers/promises'
import { type EscrowTerms, encodeTransfer, keyOfTerms, nativeToken, payeeOf, tryPayouts } from '@tandem/escrow'
import { batchedRead } from '@tandem/service-kit'
import type { Address, Client, Hex } from 'viem'
import { call } from 'viem/actions'
import { together } from '../chain/shared-reads.ts'
import { hasFailed } from '../chain/simulation.ts'
import type { Payout } from './ports.ts'

/** After an endpoint refused a joint simulation. */
const oneByOneMs = 60_000
/** Bounds the wait for a single payout. */
const longestAloneMs = 1_000
const transactionGas = 21_000n

interface AskedPayout {
  vault: Address
  terms: EscrowTerms
}

/**
 * Simulates payouts of one moment together ({@link tryPayouts}); a failing one, or all without state overrides, by
 * themselves.
 * @param gas includes a transaction's 21,000.
 * @returns rejects with viem's errors.
 */
export function makePayouts(client: Client, gas: bigint): (vault: Address, terms: EscrowTerms) => Promise<Payout> {
  let oneByOneUntil = 0
  /** The simulations that an endpoint has not answered yet, by payout. */
  const asked = new Map<string, Promise<Hex | undefined>>()
  const nameOf = ({ vault, terms }: AskedPayout) => `${vault} ${keyOfTerms(terms)}`
  const paying = batchedRead<AskedPayout, true>({ readMany: tryTogether, nameOf, ...together })
  return async (vault, terms) => {
    if (await paying({ vault, terms })) return 'pays'
    const payout = payoutCall(vault, terms)
    // A slow endpoint is still answering the first question: the time for it does not suffice for two in turn.
    const simulating = asked.get(nameOf({ vault, terms })) ?? answerOf(client, { ...payout, gas })
    return simulatePayout(client, payout, simulating)
  }

  async function tryTogether(vaults: readonly AskedPayout[]): Promise<ReadonlyMap<string, true>> {
    const [only] = vaults
    if (vaults.length === 1 && only !== undefined) return tryAlone(only)
    if (performance.now() < oneByOneUntil) return new Map()
    try {
      const doPay = await tryPayouts(client, { vaults, gas: gas - transactionGas })
      return new Map(vaults.flatMap((one, index) => (doPay[index] ? [[nameOf(one), true] as const] : [])))
    } catch {
      // A single question says whether the chain can be read.
      oneByOneUntil = performance.now() + oneByOneMs
      return new Map()
    }
  }

  /** Payouts asked meanwhile gather; a hanging endpoint keeps them for {@link longestAloneMs} at most. */
  async function tryAlone(one: AskedPayout): Promise<ReadonlyMap<string, true>> {
    const name = nameOf(one)
    const answer = answerOf(client, { ...payoutCall(one.vault, one.terms), gas })
    asked.set(name, answer)
    // The caller tells a failure from silence.
    const doesPay = answer
      .then((said) => said !== undefined && saysYes(said))
      .catch(() => false)
      .finally(() => asked.delete(name))
    const isSeen = await Promise.race([doesPay, sleep(longestAloneMs, false, { ref: false })])
    return new Map(isSeen ? [[nameOf(one), true]] : [])
  }
}

/** The vault's own transfer. It needs no secret. */
function payoutCall(vault: Address, { token, amount, ...terms }: EscrowTerms) {
  const to = payeeOf(terms)
  if (token === nativeToken) return { account: vault, to, value: amount }
  return { account: vault, to: token, data: encodeTransfer(to, amount) }
}

/**
 * Shows a paused token, a blocked payee, and a payee above the gas. No answer, or true, pays.
 * @param simulating the answer within the gas of a claim.
 * @throws viem's errors.
 */
async function simulatePayout(
  client: Client,
  payout: ReturnType<typeof payoutCall>,
  simulating: Promise<Hex | undefined>,
): Promise<Payout> {
  const simulated = await simulating
  if (simulated !== undefined) return saysYes(simulated) ? 'pays' : 'refuses'
  // More gas tells a refusal from a costly payee.
  return (await answerOf(client, payout)) === undefined ? 'refuses' : 'too_costly'
}

/** `undefined` when it fails. */
async function answerOf(
  client: Client,
  asked: ReturnType<typeof payoutCall> & { gas?: bigint },
): Promise<Hex | undefined> {
  try {
    return (await call(client, asked)).data ?? '0x'
  } catch (error) {
    if (hasFailed(error)) return undefined
    throw error
  }
}

const saysYes = (data: Hex): boolean => data === '0x' || BigInt(data) === 1n
