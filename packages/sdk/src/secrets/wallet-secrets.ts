import { type Address, bytesToHex, type Hex, hexToBytes, isErc6492Signature, size } from 'viem'
import { signTypedData } from 'viem/actions'
import { notLoaded } from '../tandem-error.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { secretDeriver } from './derive-secret.ts'
import { newSecret } from './new-secret.ts'
import type { SecretSource } from './secret-source.ts'

export interface WalletSecretsOptions {
  /**
   * The name of the application in the message: the page's host by default. A wallet shows it, and checks it against
   * nothing. Secrets of another name are not found again.
   */
  application?: string
  /**
   * From this worth in US dollars on, a secret is random: no signature can give it away, and a lost store means a
   * refund. By default no secret is.
   */
  storedFromUsd?: number
  /** Called for each secret that only the store can give back. */
  onStoredOnly?: () => void
}

/** What a signature is good for: the swaps of one application from one chain in one month. */
interface Scope {
  application: string
  chainId: number
  /** A month of the UTC calendar, such as `2026-11`. */
  month: string
}

const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

const message = (owner: Address, { application, chainId, month }: Scope) =>
  ({
    domain: { name: 'Tandem swap secrets', version: '2' },
    types: {
      SwapSecrets: [
        { name: 'notice', type: 'string' },
        { name: 'application', type: 'string' },
        { name: 'network', type: 'string' },
        { name: 'month', type: 'string' },
        { name: 'owner', type: 'address' },
      ],
    },
    primaryType: 'SwapSecrets',
    message: {
      notice:
        'Whoever has this signature can open every swap that you make with this application from this network in this month, and make you lose the amounts. Sign it only in the application that is named here.',
      application,
      network: `chain ${chainId}`,
      month,
      owner,
    },
  }) as const

/**
 * The message of earlier releases, for every application, chain and time. It is only signed to restore what was derived
 * from it.
 */
const oldMessage = (owner: Address) =>
  ({
    domain: { name: 'Tandem swap secrets', version: '1' },
    types: {
      SwapSecrets: [
        { name: 'notice', type: 'string' },
        { name: 'owner', type: 'address' },
      ],
    },
    primaryType: 'SwapSecrets',
    message: {
      notice: 'Signing this lets the application find the secrets of your swaps. Sign it only where you swap.',
      owner,
    },
  }) as const

/** From this time on no release derives secrets from the old message, and no order is open for longer than weeks. */
const oldMessageUntilMs = Date.UTC(2027, 2, 1)

/**
 * Derives secrets from a signature of the wallet, so that no swap is lost with the store. Before the first secret of a
 * chain and month, the wallet signs twice. When both signatures differ, or the wallet is a smart account without code
 * (ERC-6492), its secrets are random, and `onStoredOnly` is told.
 *
 * @example const options = { client, save, network, evidence, secrets: walletSecrets(wallet) }
 */
export function walletSecrets(
  wallet: Wallet,
  { application = hostOfPage(), storedFromUsd, onStoredOnly = () => {} }: WalletSecretsOptions = {},
): SecretSource {
  const roots = new Map<string, Root>()
  let awayMs = 0
  const rootOf = (scope: Scope | 'old'): Root => {
    const name = scope === 'old' ? scope : `${scope.chainId} ${scope.month}`
    const root = roots.get(name) ?? signedRoot(wallet, scope)
    roots.set(name, root)
    return root
  }
  const isStored = (worthUsd: number | undefined) =>
    storedFromUsd !== undefined && (worthUsd === undefined || worthUsd >= storedFromUsd)
  return {
    async make(context) {
      if (!isStored(context.worthUsd)) {
        const { chainId, startedAtMs } = context
        const key = await rootOf({ application, chainId, month: monthOf(startedAtMs) }).lasting()
        if (key !== undefined) return { secret: bytesToHex(secretDeriver(key, context)(startedAtMs)), origin: 'wallet' }
      }
      onStoredOnly()
      return { secret: newSecret(), origin: 'stored' }
    },
    async find(context, wanted) {
      const { nearMs = wanted.toMs } = wanted
      const search = async (scope: Scope | 'old') => {
        const key = await rootOf(scope).first()
        const { searchSecret } = await import('./search-secret.ts').catch(notLoaded)
        const found = await searchSecret(key, context, { ...wanted, nearMs: nearMs + awayMs })
        if (found !== undefined) awayMs = found.startedAtMs - nearMs
        return found?.secret
      }
      const { chainId } = context
      // The month of the likely time is searched first.
      for (const month of new Set([nearMs, wanted.fromMs, wanted.toMs].map(monthOf))) {
        const found = await search({ application, chainId, month })
        if (found !== undefined) return found
      }
      return wanted.fromMs < oldMessageUntilMs ? search('old') : undefined
    },
  }
}

const hostOfPage = (): string => (globalThis as { location?: { host: string } }).location?.host || 'a program'

/** What a wallet has signed for one scope. The wallet is asked no more often than necessary. */
interface Root {
  /** A first signature. It is enough to search with, because what is found is its own proof. */
  first(): Promise<Uint8Array>
  /** A signature that the wallet can make again; `undefined` when it cannot. */
  lasting(): Promise<Uint8Array | undefined>
}

function signedRoot(wallet: Wallet, scope: Scope | 'old'): Root {
  const { account } = wallet
  const sign = (): Promise<Hex> =>
    scope === 'old'
      ? signTypedData(wallet, { account, ...oldMessage(account.address) })
      : signTypedData(wallet, { account, ...message(account.address, scope) })
  const first = onceDone(sign)
  const isAgain = onceDone(async () => (await first()) === (await sign()))
  return {
    first: async () => canonical(await first()),
    async lasting() {
      const signature = await first()
      return !isErc6492Signature(signature) && (await isAgain()) ? canonical(signature) : undefined
    },
  }
}

/** Does the work once, and again after a failure, such as the user's refusal. */
function onceDone<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}

/** The signature without its last byte, in which wallets differ. */
const canonical = (signature: Hex): Uint8Array =>
  hexToBytes(signature).slice(0, size(signature) === 65 ? 64 : undefined)
