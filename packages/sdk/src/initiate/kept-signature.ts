import type { InitiationPath } from '@tandem/contracts/rules'
import type { CreateInitiation } from '../client/types.ts'
import { TandemError } from '../tandem-error.ts'
import type { Submitter } from './source-side.ts'

const spareSecs = 120

/**
 * Called before something may pay the vault, with the unix second until which it may. Called again with 0 once the
 * chain shows the payment.
 */
export type OnFunding = (until: number) => Promise<void>

/** The expiry of something that can pay at any later time, such as a transaction that a wallet has sent. */
export const neverExpires: number = Number.MAX_SAFE_INTEGER

export type KeptSignature = ReturnType<typeof keptSignature>

/** A signature for the relayer, and the path that it pays by. */
export interface UnsentInitiation {
  path: InitiationPath
  body: CreateInitiation
}

/**
 * Keeps a signature until the relayer has accepted or refused it, so that the user does not have to sign again when the
 * relayer is down.
 *
 * @param options.unsent the signature that was kept before a restart.
 * @param options.keep saves the kept signature, or `undefined` once there is none.
 */
export function keptSignature({
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
    /** Drops the signature, so that the user signs again. */
    drop,
    /**
     * Wraps a submitter: the returned one keeps each signature that it sends to the relayer.
     *
     * @param onFunding called before the signature is sent, with the unix second until which it may pay the vault.
     */
    wrap(path: InitiationPath, submitter: Submitter, onFunding?: OnFunding): Submitter {
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
     * The request body with the kept signature, if that is for this path and valid for long enough.
     *
     * @param now unix seconds.
     */
    get: (path: InitiationPath, now: number) =>
      unsent?.path === path && isSendable(unsent, now) ? unsent.body : undefined,
  }
}

/**
 * Whether a kept signature is still valid for two minutes, so that the relayer can use it.
 *
 * @param now unix seconds.
 * @example
 * if (state.unsent && !isSendable(state.unsent, Date.now() / 1000)) show('you will be asked to sign again')
 */
export const isSendable = ({ body }: UnsentInitiation, now: number): boolean => expiryOf(body) > now + spareSecs

/** When the signature expires, in unix seconds. It is 0 for `prefunded`, which needs no signature. */
function expiryOf(body: CreateInitiation): number {
  if (body.type === 'prefunded') return 0
  return body.type === 'eip3009' ? Number(body.valid_before) : body.deadline
}
