import { setTimeout as sleep } from 'node:timers/promises'
import { type EscrowTerms, encodeTransfer, keyOfTerms, nativeToken, payeeOf, tryPayouts } from '@tandem/escrow'
import { batchedRead } from '@tandem/service-kit'
import type { Address, Client, Hex } from 'viem'
import { call } from 'viem/actions'
import { together } from '../chain/shared-reads.ts'
import { hasFailed } from '../chain/simulation.ts'
import type { Payout } from './ports.ts'

/** Milliseconds in which payouts are simulated one by one, after an endpoint refused to simulate several together. */
const oneByOneMs = 60_000
/** Milliseconds that later payouts wait for the simulation of a single one. */
const longestAloneMs = 1_000
const transactionGas = 21_000n

interface AskedPayout {
  vault: Address
  terms: EscrowTerms
}

/**
 * Simulates the payouts of one moment together ({@link tryPayouts}). One that fails is simulated again by itself; so are all,
 * where the endpoint has no state overrides.
 * @param gas includes a transaction's 21,000.
 * @returns a function that rejects with viem's errors.
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
    // A slow endpoint is still answering the first question. That answer is used, because there is no time to ask a second
    // question after it.
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
      // The error says nothing about the payouts. Whether the chain can be read shows when each is simulated by itself.
      oneByOneUntil = performance.now() + oneByOneMs
      return new Map()
    }
  }

  /**
   * Simulates one payout. Payouts that are asked for while it runs gather into the next batch; a hanging endpoint keeps them for
   * {@link longestAloneMs} at most.
   */
  async function tryAlone(one: AskedPayout): Promise<ReadonlyMap<string, true>> {
    const name = nameOf(one)
    const answer = answerOf(client, { ...payoutCall(one.vault, one.terms), gas })
    asked.set(name, answer)
    // Only the success counts here: the caller awaits the same answer, and distinguishes a failure from silence.
    const doesPay = answer
      .then((said) => said !== undefined && saysYes(said))
      .catch(() => false)
      .finally(() => asked.delete(name))
    const isSeen = await Promise.race([doesPay, sleep(longestAloneMs, false, { ref: false })])
    return new Map(isSeen ? [[nameOf(one), true]] : [])
  }
}

/** The transfer by which the vault pays. It needs no secret. */
function payoutCall(vault: Address, { token, amount, ...terms }: EscrowTerms) {
  const to = payeeOf(terms)
  if (token === nativeToken) return { account: vault, to, value: amount }
  return { account: vault, to: token, data: encodeTransfer(to, amount) }
}

/**
 * Whether the vault can pay. The simulation shows a paused token, a blocked payee, and a payee that needs more gas. A transfer
 * that returns nothing, or true, pays.
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
  // The same call without a gas limit shows whether the payee refuses or only needs more gas.
  return (await answerOf(client, payout)) === undefined ? 'refuses' : 'too_costly'
}

/** What the call returns; undefined when it fails. */
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
