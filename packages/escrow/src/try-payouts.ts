import { type Address, type Client, concatHex, type Hex, toFunctionSelector, zeroAddress } from 'viem'
import { call } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { payoutLensRuntime } from './generated/bytecode.ts'
import { boolOf, numberWord, rowsOf, word } from './hex-words.ts'
import { isSameAddress } from './same-address.ts'

/** An address at which nothing is deployed; the call puts the lens there. */
const lens: Address = '0x000000000000000000000000000000007a6e5001'
/** The code of an ERC-1167 proxy to the lens. It takes the vault's place in the call, so that the vault itself pays. */
const proxy = concatHex(['0x363d3d373d3d3d363d73', lens, '0x5af43d82803e903d91602b57fd5bf3'])

/** The payee of a claim: the recipient, or the bridge that a hop goes over. */
export const payeeOf = ({ recipient, hopBridge }: Pick<EscrowTerms, 'recipient' | 'hopBridge'>): Address =>
  isSameAddress(hopBridge, zeroAddress) ? recipient : hopBridge

const tryAllSelector = toFunctionSelector('tryAll((address,address,address,uint256)[],uint256)')
const transferSelector = toFunctionSelector('transfer(address,uint256)')

export interface VaultPayout {
  vault: Address
  terms: EscrowTerms
}

/**
 * The calldata of a token's `transfer(to, amount)`.
 *
 * @throws Error when a value does not fit its field.
 */
export const encodeTransfer = (to: Address, amount: bigint): Hex =>
  `${transferSelector}${word(to, 20)}${numberWord(amount)}`

/**
 * The calldata of `tryAll(payouts, gas)`.
 *
 * @throws Error when a value does not fit its field.
 */
export function encodeTryAll(vaults: readonly VaultPayout[], gas: bigint): Hex {
  const list = vaults.map(({ vault, terms }) =>
    [...[vault, terms.token, payeeOf(terms)].map((address) => word(address, 20)), numberWord(terms.amount)].join(''),
  )
  return `${tryAllSelector}${numberWord(64)}${numberWord(gas)}${numberWord(vaults.length)}${list.join('')}`
}

/**
 * Tries the payouts of many vaults by one `eth_call` at the latest block, each as if it were alone. A state override
 * brings the code along (`PayoutLens`). It holds no secret.
 *
 * @param options.gas that each payout may use.
 * @returns for each whether it goes through, in order. `false` says nothing: ask for that one alone.
 * @throws viem's errors when the chain cannot be read, or the endpoint knows no state overrides.
 */
export async function tryPayouts(
  client: Client,
  { vaults, gas }: { vaults: readonly VaultPayout[]; gas: bigint },
): Promise<readonly boolean[]> {
  const code = new Map<Address, typeof proxy>(vaults.map(({ vault }) => [vault, proxy]))
  const { data } = await call(client, {
    to: lens,
    data: encodeTryAll(vaults, gas),
    stateOverride: [
      { address: lens, code: payoutLensRuntime },
      ...[...code].map(([address, ofVault]) => ({ address, code: ofVault })),
    ],
  })
  return rowsOf(data ?? '0x', { head: 1, width: 1 }).rows.map(([doesPay]) => boolOf(doesPay))
}
