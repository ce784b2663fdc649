import type { Address } from 'viem'
import { askSpendable } from '../chain/ask-spendable.ts'
import type { SolverChain } from '../chain/chain.ts'
import type { Ledger } from '../domain/ledger.ts'
import type { Side } from './sides.ts'

export const tokenKey = ({ config }: Pick<SolverChain, 'config'>, token: Address): string =>
  `${config.chain}:${token.toLowerCase()}`

/**
 * Reserves money of the account for one escrow.
 *
 * @param amount base units.
 * @param key the vault, or the key of the quote's reservation, which the new promise then replaces.
 */
export async function promiseFunds(
  ledger: Pick<Ledger, 'promise'>,
  { chain, sender, terms }: Side,
  { key, amount }: { key: string; amount: bigint },
): Promise<boolean> {
  const { isPromised } = await ledger.promise(tokenKey(chain, terms.token), key, amount, () =>
    askSpendable(chain, terms.token, sender),
  )
  return isPromised
}

export const releaseFunds = (ledger: Pick<Ledger, 'release'>, { chain, terms, vault }: Side): void =>
  ledger.release(tokenKey(chain, terms.token), vault)
