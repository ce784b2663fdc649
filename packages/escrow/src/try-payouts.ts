import { type Address, type Client, concatHex, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { payoutLensAbi } from './generated/abi.ts'
import { payoutLensRuntime } from './generated/bytecode.ts'
import { isSameAddress } from './same-address.ts'

/** Where the lens stands while a question lasts. Nothing is deployed there. */
const lens: Address = '0x000000000000000000000000000000007a6e5001'
/** An ERC-1167 proxy to the lens: at a vault's address it pays by the vault's own hand. */
const proxy = concatHex(['0x363d3d373d3d3d363d73', lens, '0x5af43d82803e903d91602b57fd5bf3'])

/** The payee of a claim: the recipient, or the bridge that a hop goes over. */
export const payeeOf = ({ recipient, hopBridge }: Pick<EscrowTerms, 'recipient' | 'hopBridge'>): Address =>
  isSameAddress(hopBridge, zeroAddress) ? recipient : hopBridge

/**
 * Tries the payouts of many vaults by one `eth_call` at the latest block, each as if it were alone. The question brings the
 * code along as a state override (`PayoutLens`), which most nodes support. It holds no secret.
 *
 * @param options.gas that each payout may use.
 * @returns for each whether it goes through, in order. `false` says nothing: ask for that one alone.
 * @throws viem's errors when the chain cannot be read, or the endpoint knows no state overrides.
 */
export async function tryPayouts(
  client: Client,
  { vaults, gas }: { vaults: readonly { vault: Address; terms: EscrowTerms }[]; gas: bigint },
): Promise<readonly boolean[]> {
  const payouts = vaults.map(({ vault, terms }) => ({
    ...{ vault, token: terms.token, to: payeeOf(terms), amount: terms.amount },
  }))
  const code = new Map<Address, typeof proxy>(vaults.map(({ vault }) => [vault, proxy]))
  return readContract(client, {
    abi: payoutLensAbi,
    address: lens,
    functionName: 'tryAll',
    args: [payouts, gas],
    stateOverride: [
      { address: lens, code: payoutLensRuntime },
      ...[...code].map(([address, ofVault]) => ({ address, code: ofVault })),
    ],
  })
}
