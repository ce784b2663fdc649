import { type EscrowTerms, isSameAddress, nativeToken } from '@tandem/escrow'
import { type Address, type Client, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import { call, estimateGas } from 'viem/actions'

/** The transfer that a claim ends with, by the vault's own hand. It needs no secret, so anybody may be asked about it. */
function payoutCall(vault: Address, { token, recipient, hopBridge, amount }: EscrowTerms) {
  const to = isSameAddress(hopBridge, zeroAddress) ? recipient : hopBridge
  if (token === nativeToken) return { account: vault, to, value: amount }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return { account: vault, to: token, data }
}

/**
 * Simulates the payout: a token that is paused, or a payee that it blocks, shows here.
 *
 * @returns false when the token says so; tokens that answer nothing, or true, pay.
 * @throws viem's errors, reverts among them.
 */
export async function simulatePayout(client: Client, vault: Address, terms: EscrowTerms): Promise<boolean> {
  const { data = '0x' } = await call(client, payoutCall(vault, terms))
  return saysYes(data)
}

const saysYes = (data: Hex): boolean => data === '0x' || BigInt(data) === 1n

/** What the payout alone uses, the transaction's own 21,000 included. */
export const payoutGas = (client: Client, vault: Address, terms: EscrowTerms): Promise<bigint> =>
  estimateGas(client, { ...payoutCall(vault, terms), blockTag: 'latest' })
