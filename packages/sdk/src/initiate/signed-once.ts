import type { InitiationPath } from '@tandem/contracts/rules'
import type { CreateInitiation } from '../client/types.ts'
import { TandemError } from '../tandem-error.ts'
import type { Submitter } from './source-side.ts'

const spareSecs = 120

/** Told until which unix second something may pay the vault: {@link noEnd}, or 0 once the chain shows the payment. */
export type OnFunding = (until: number) => Promise<void>

/** The end of a wallet's transaction: none, because it may be mined in any block. */
export const noEnd: number = Number.MAX_SAFE_INTEGER

export type SignedOnce = ReturnType<typeof signedOnce>

export interface UnsentInitiation {
  path: InitiationPath
  body: CreateInitiation
}

/**
 * Keeps a signature until the relayer has taken it, so that the wallet is not asked again while the relayer is down.
 *
 * @param options.unsent the signature that was kept before a restart.
 */
export function signedOnce({
  unsent,
  keep = async () => {},
}: {
  unsent?: UnsentInitiation | undefined
  keep?: (unsent: UnsentInitiation | undefined) => Promise<void>
} = {}) {
  const drop = async () => {
    if (unsent === undefined) return
    unsent = undefined
    await keep(undefined)
  }
  return {
    /** Forgets the signature, so that the wallet is asked again. */
    drop,
    /**
     * Keeps what is handed to the relayer.
     *
     * @param onFunding told first until when the signature may pay the vault.
     */
    watch(path: InitiationPath, submitter: Submitter, onFunding?: OnFunding): Submitter {
      if (submitter.by === 'wallet') return submitter
      const { client } = submitter
      const createInitiation: typeof client.createInitiation = async (body, options) => {
        if (expiryOf(body) > 0) {
          await onFunding?.(expiryOf(body))
          if (unsent?.body !== body) await keep({ path, body })
          unsent = { path, body }
        }
        try {
          const answer = await client.createInitiation(body, options)
          await drop()
          return answer
        } catch (error) {
          if (!(error instanceof TandemError && error.retryable)) await drop()
          throw error
        }
      }
      return { by: 'relayer', client: { ...client, createInitiation } }
    },
    /**
     * The kept body for this path.
     *
     * @param now unix seconds.
     */
    kept: (path: InitiationPath, now: number) =>
      unsent?.path === path && isSendable(unsent, now) ? unsent.body : undefined,
  }
}

/**
 * Whether a kept signature is valid for long enough to be sent.
 *
 * @param now unix seconds.
 */
export const isSendable = ({ body }: UnsentInitiation, now: number): boolean => expiryOf(body) > now + spareSecs

/** When the signature expires, in unix seconds. Zero for tokens that were sent ahead. */
function expiryOf(body: CreateInitiation): number {
  if (body.type === 'prefunded') return 0
  return body.type === 'eip3009' ? Number(body.valid_before) : body.deadline
}
