import { type EscrowTerms, isSameAddress, nativeToken } from '@tandem/escrow'
import { type Address, type Client, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import { call } from 'viem/actions'
import type { Payout } from '../usecases/ports.ts'
import { hasFailed } from './simulation.ts'

/** The transfer that a claim ends with, by the vault's own hand. It needs no secret, so any endpoint may be asked about it. */
function payoutCall(vault: Address, { token, recipient, hopBridge, amount }: EscrowTerms) {
  const to = isSameAddress(hopBridge, zeroAddress) ? recipient : hopBridge
  if (token === nativeToken) return { account: vault, to, value: amount }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return { account: vault, to: token, data }
}

/**
 * Simulates the payout: a token that is paused, a payee that it blocks, and a payee that needs more gas than a claim may
 * use, show here. A token that answers nothing, or true, pays.
 *
 * @param gas that the payout may use, the 21,000 of a transaction included.
 * @throws viem's errors when the endpoint gives no answer.
 */
export async function simulatePayout(client: Client, vault: Address, terms: EscrowTerms, gas: bigint): Promise<Payout> {
  const payout = payoutCall(vault, terms)
  const simulated = await answerOf(client, { ...payout, gas })
  if (simulated !== undefined) return saysYes(simulated) ? 'pays' : 'refuses'
  // Refused, or out of gas: with all the gas that the endpoint allows, the two are told apart.
  return (await answerOf(client, payout)) === undefined ? 'refuses' : 'too_costly'
}

/** What the call returns, or nothing when it fails. */
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
