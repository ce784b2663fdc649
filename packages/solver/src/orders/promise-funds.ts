import type { Address } from 'viem'
import { askHeld } from '../chain/ask-held.ts'
import type { SolverChain } from '../chain/chain.ts'
import type { Ledger } from '../domain/ledger.ts'
import type { Side } from './sides.ts'

/** The ledger's name of a token. */
export const tokenKey = ({ config }: Pick<SolverChain, 'config'>, token: Address): string =>
  `${config.chain}:${token.toLowerCase()}`

/**
 * Promises a destination its amount.
 *
 * @param key the key of the promise: the vault, or the reservation of its quote, which this promise takes the place of.
 * @returns whether what is held covers it beside every other promise.
 */
export async function promiseFunds(
  ledger: Pick<Ledger, 'promise'>,
  { chain, sender, terms }: Side,
  key: string,
): Promise<boolean> {
  const { isPromised } = await ledger.promise(tokenKey(chain, terms.token), key, terms.amount, () =>
    askHeld(chain, terms.token, sender),
  )
  return isPromised
}

/** The destination is funded, or will not be. */
export const releaseFunds = (ledger: Pick<Ledger, 'release'>, { chain, terms, vault }: Side): void =>
  ledger.release(tokenKey(chain, terms.token), vault)
