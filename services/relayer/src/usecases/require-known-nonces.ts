import type { SignerUse } from './observe-chains.ts'
import type { RelayChain } from './ports.ts'

/**
 * Refuses to go on while a signer has transactions under way that the database has not given nonces to: it was restored
 * from a backup, or is another one. A new claim would replace the first of them, and that may be a claim, too. They end by
 * themselves.
 *
 * @throws Error naming the signer and what to wait for.
 */
export async function requireKnownNonces(
  chains: readonly RelayChain[],
  signerUses: () => Promise<readonly SignerUse[]>,
): Promise<void> {
  const asked = chains.flatMap((chain) => chain.signers.map((signer) => ({ chain, signer })))
  // Before the database is read: another worker may be giving out nonces.
  const pending = await Promise.all(asked.map(({ chain, signer }) => chain.pendingNonce(signer)))
  const uses = await signerUses()
  const problems = await Promise.all(
    asked.map(async ({ chain, signer }, index) => {
      const given = uses.find((use) => use.chain === chain.name && use.signer === signer)?.nextNonce ?? 0n
      const mined = await chain.minedNonce(signer)
      const known = given > mined ? given : mined
      const isUnknown = (pending[index] ?? 0n) > known
      return isUnknown ? [`${chain.name}: ${signer} has a transaction pending at nonce ${known}`] : []
    }),
  )
  if (problems.flat().length === 0) return
  const hint = 'this database has not made it (is it restored, or the key used elsewhere?); wait until it is mined'
  throw new Error(`${problems.flat().join('\n')}\n${hint}`)
}
