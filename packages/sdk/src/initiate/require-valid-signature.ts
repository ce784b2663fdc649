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
 * Simulates the creation with what an account with code has signed, before anything is handed over. Only that account's
 * contract says what its signature is worth. Permit2 and many tokens also ask the contract of a delegated account
 * (EIP-7702), although its key signed.
 *
 * @throws `SIGNATURE_REFUSED`, which names the path that needs no signature.
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
  // Tried for a while, because an endpoint may show an approval a few blocks late.
  const refused = await untilShown(refusal, (error) => error === undefined)
  if (refused === undefined) return
  throw new TandemError(
    'SIGNATURE_REFUSED',
    `${chain.chain} does not take the signature of ${address}, an account with code, for "${path}": pay ${order.source_intent.asset} by "prefunded" instead`,
    { cause: refused, details: { address, path, works: ['prefunded'] } },
  )
}
