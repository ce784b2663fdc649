import { setTimeout as sleep } from 'node:timers/promises'
import { type EscrowTerms, encodeTransfer, keyOfTerms, nativeToken, payeeOf, tryPayouts } from '@tandem/escrow'
import { batchedRead } from '@tandem/service-kit'
import type { Address, Client, Hex } from 'viem'
import { call } from 'viem/actions'
import { together } from '../chain/shared-reads.ts'
import { hasFailed } from '../chain/simulation.ts'
import type { Payout } from './ports.ts'

/** Payouts are tried one by one for so long after an endpoint has not tried several together. */
const oneByOneMs = 60_000
/** For so long the payouts that come next wait for one that was asked for alone. */
const longestAloneMs = 1_000
/** The gas of a transaction beside what it calls. */
const transactionGas = 21_000n

interface AskedPayout {
  vault: Address
  terms: EscrowTerms
}

/**
 * Simulates payouts, those that are asked for at the same moment by one question ({@link tryPayouts}). A payout that does
 * not go through there is asked for by itself, and so is each of them where the endpoint knows no state overrides.
 *
 * @param gas as {@link simulatePayout} has it.
 * @returns rejects with viem's errors when the endpoint gives no answer.
 */
export function makePayouts(client: Client, gas: bigint): (vault: Address, terms: EscrowTerms) => Promise<Payout> {
  let oneByOneUntil = 0
  const nameOf = ({ vault, terms }: AskedPayout) => `${vault} ${keyOfTerms(terms)}`
  const paying = batchedRead<AskedPayout, true>({ readMany: tryTogether, nameOf, ...together })
  return async (vault, terms) => ((await paying({ vault, terms })) ? 'pays' : simulatePayout(client, vault, terms, gas))

  /** The payouts that go through. */
  async function tryTogether(vaults: readonly AskedPayout[]): Promise<ReadonlyMap<string, true>> {
    const [only] = vaults
    if (vaults.length === 1 && only !== undefined) return tryAlone(only)
    if (performance.now() < oneByOneUntil) return new Map()
    try {
      const doPay = await tryPayouts(client, { vaults, gas: gas - transactionGas })
      return new Map(vaults.flatMap((one, index) => (doPay[index] ? [[nameOf(one), true] as const] : [])))
    } catch {
      // Asked one by one, it says whether the chain cannot be read at all.
      oneByOneUntil = performance.now() + oneByOneMs
      return new Map()
    }
  }

  /**
   * While it lasts, the payouts that are asked for meanwhile come together for the next question. An endpoint that hangs keeps
   * them waiting for {@link longestAloneMs} at most.
   */
  async function tryAlone(one: AskedPayout): Promise<ReadonlyMap<string, true>> {
    // A payout that fails, or an endpoint without an answer, is asked for again: then the caller hears which it is.
    const doesPay = answerOf(client, { ...payoutCall(one.vault, one.terms), gas })
      .then((said) => said !== undefined && saysYes(said))
      .catch(() => false)
    const isSeen = await Promise.race([doesPay, sleep(longestAloneMs, false, { ref: false })])
    return new Map(isSeen ? [[nameOf(one), true]] : [])
  }
}

/** The transfer that a claim ends with, by the vault's own hand. It needs no secret, so any endpoint may be asked about it. */
function payoutCall(vault: Address, { token, amount, ...terms }: EscrowTerms) {
  const to = payeeOf(terms)
  if (token === nativeToken) return { account: vault, to, value: amount }
  return { account: vault, to: token, data: encodeTransfer(to, amount) }
}

/**
 * Simulates one payout: a token that is paused, a payee that it blocks, and a payee that needs more gas than a claim may
 * use, show here. A token that answers nothing, or true, pays.
 *
 * @param gas that the payout may use, the 21,000 of a transaction included.
 * @throws viem's errors when the endpoint gives no answer.
 */
async function simulatePayout(client: Client, vault: Address, terms: EscrowTerms, gas: bigint): Promise<Payout> {
  const payout = payoutCall(vault, terms)
  const simulated = await answerOf(client, { ...payout, gas })
  if (simulated !== undefined) return saysYes(simulated) ? 'pays' : 'refuses'
  // Refused, or out of gas: with all the gas that the endpoint allows, the two are told apart.
  return (await answerOf(client, payout)) === undefined ? 'refuses' : 'too_costly'
}

/** The result of the call, or `undefined` when it fails. */
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
