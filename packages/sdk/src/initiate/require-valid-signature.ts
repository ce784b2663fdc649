import type { InitiationPath } from '@tandem/contracts/rules'
import type { Hex } from 'viem'
import { call } from 'viem/actions'
import { untilShown } from '../sleep.ts'
import { TandemError } from '../tandem-error.ts'
import { isRevert } from '../wallet/is-revert.ts'
import { hasCode } from '../wallet/read-account.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { SourceSide } from './source-side.ts'

/**
 * Simulates the creation with the signature of an account that has code, before the signature is sent to the relayer.
 * The account's contract decides whether the signature is valid. Permit2 and many tokens ask the contract even when the
 * account's key signed and the account only delegates to it (EIP-7702).
 *
 * @throws `SIGNATURE_REFUSED`. Its details name `prefunded`, the path that needs no signature.
 */
export async function requireValidSignature(
  wallet: Wallet,
  { chain, registry, order }: SourceSide,
  { path, data }: { path: InitiationPath; data: () => Hex },
): Promise<void> {
  const { address } = wallet.account
  if (!(await hasCode(wallet, address))) return
  const refusal = () =>
    call(wallet, { to: registry, data: data() }).then(
      () => undefined,
      (error: unknown) => {
        if (isRevert(error)) return error
        throw error
      },
    )
  // Repeated for ten seconds, because an endpoint may show an approval some blocks late.
  const refused = await untilShown(refusal, (error) => error === undefined)
  if (refused === undefined) return
  throw new TandemError(
    'SIGNATURE_REFUSED',
    `${chain.chain} does not take the signature of ${address}, an account with code, for "${path}": pay ${order.source_intent.asset} by "prefunded" instead`,
    { cause: refused, details: { address, path, works: ['prefunded'] } },
  )
}
