import type { CreateInitiation } from '../client/types.ts'
import { TandemError } from '../tandem-error.ts'
import type { InitiationPath, Submitter } from './source-side.ts'

/** Less time than this before it ends, a signature is not handed over any more, in seconds. */
const spareSecs = 120

/** Told until when something that leaves may pay the vault, unix seconds: {@link noEnd}, or 0 once the chain shows it. */
export type OnFunding = (until: number) => Promise<void>

/** No block is known after which a transaction of the wallet could not be mined. */
export const noEnd: number = Number.MAX_SAFE_INTEGER

/** Keeps an initiation that the wallet has signed until the relayer has taken or refused it. */
export interface SignedOnce {
  /**
   * The same submitter; an initiation that the relayer could not take is kept.
   *
   * @param onFunding told, before it is handed over, until when it may pay the vault.
   */
  watch(path: InitiationPath, submitter: Submitter, onFunding?: OnFunding): Submitter
  /**
   * The signed initiation that is still to be handed over.
   *
   * @param now unix seconds.
   */
  kept(path: InitiationPath, now: number): CreateInitiation | undefined
}

/** A signed initiation that the relayer has not taken yet. */
export interface UnsentInitiation {
  path: InitiationPath
  body: CreateInitiation
}

/**
 * Keeps a relayer that is down from having the wallet ask its user for the same signature again and again.
 *
 * @param options.unsent kept before a restart.
 * @param options.keep told of each change, so that the signature outlives the program.
 */
export function signedOnce({
  unsent,
  keep = async () => {},
}: {
  unsent?: UnsentInitiation | undefined
  keep?: (unsent: UnsentInitiation | undefined) => Promise<void>
} = {}): SignedOnce {
  const drop = async () => {
    if (unsent === undefined) return
    unsent = undefined
    await keep(undefined)
  }
  return {
    watch(path, submitter, onFunding) {
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
    kept: (path, now) => (unsent?.path === path && isSendable(unsent, now) ? unsent.body : undefined),
  }
}

/**
 * Whether a kept initiation still has time to be handed over.
 *
 * @param now unix seconds.
 */
export const isSendable = ({ body }: UnsentInitiation, now: number): boolean => expiryOf(body) > now + spareSecs

/** Unix seconds; 0 where nothing was signed, because tokens were sent: they are counted anew each time. */
function expiryOf(body: CreateInitiation): number {
  if (body.type === 'prefunded') return 0
  return body.type === 'eip3009' ? Number(body.valid_before) : body.deadline
}
