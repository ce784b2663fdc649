import { type Address, bytesToHex, type Hex, hexToBytes, isErc6492Signature, size } from 'viem'
import { signTypedData } from 'viem/actions'
import { notLoaded } from '../tandem-error.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { secretDeriver } from './derive-secret.ts'
import { newSecret } from './new-secret.ts'
import type { SecretSource } from './secret-source.ts'

/** The options of {@link walletSecrets}. */
export interface WalletSecretsOptions {
  /**
   * The application's name in the message that the user signs; the page's host by default. The wallet shows it and does
   * not check it. Secrets that were made under another name are not found again.
   */
  application?: string
  /**
   * From this many US dollars on, the secret of a swap is random and not derived from a signature. Then nobody can get
   * it by tricking the user into signing. But if the store is lost, the swap can only be refunded. By default no secret
   * is random.
   */
  storedFromUsd?: number
  /** Called for each secret that is lost when the store is lost. */
  onStoredOnly?: () => void
}

/** A signature gives the secrets of one application's swaps from one chain in one month. */
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
 * Derives secrets from a signature of the wallet, so that they can be found again when the store is lost. Before the
 * first secret of each chain and month, the user signs twice. If the two signatures differ, or the wallet is a smart
 * account that is not deployed (ERC-6492), the secrets are random, and `onStoredOnly` is called.
 *
 * @throws the wallet's errors, such as the user's refusal, when a secret is made or searched for.
 * @example
 * const options = { client, save, network, evidence, secrets: walletSecrets(wallet) }
 */
export function walletSecrets(
  wallet: Wallet,
  { application = hostOfPage(), storedFromUsd, onStoredOnly = () => {} }: WalletSecretsOptions = {},
): SecretSource {
  const roots = new Map<string, Root>()
  let awayMs = 0
  const rootOf = (scope: Scope): Root => {
    const name = `${scope.chainId} ${scope.month}`
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
      const { chainId } = context
      // The month of the most likely time comes first, because each month takes a signature.
      for (const month of new Set([nearMs, wanted.fromMs, wanted.toMs].map(monthOf))) {
        const key = await rootOf({ application, chainId, month }).first()
        const { searchSecret } = await import('./search-secret.ts').catch(notLoaded)
        const found = await searchSecret(key, context, { ...wanted, nearMs: nearMs + awayMs })
        if (found === undefined) continue
        awayMs = found.startedAtMs - nearMs
        return found.secret
      }
      return undefined
    },
  }
}

const hostOfPage = (): string => (globalThis as { location?: { host: string } }).location?.host || 'a program'

/** The wallet's signatures for one scope. Each is asked for when it is needed, and then kept. */
interface Root {
  /**
   * The first signature. It is enough for a search, because a secret that is found is proved by its commitment hash.
   */
  first(): Promise<Uint8Array>
  /** A signature that the wallet has proved to be able to make again; `undefined` when it cannot. */
  lasting(): Promise<Uint8Array | undefined>
}

function signedRoot(wallet: Wallet, scope: Scope): Root {
  const { account } = wallet
  const sign = (): Promise<Hex> => signTypedData(wallet, { account, ...message(account.address, scope) })
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

/** Does the work only once. After a failure, such as the user's refusal, the next call does it again. */
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

/** The signature of a key without its recovery byte, because wallets write that in different ways. */
const canonical = (signature: Hex): Uint8Array =>
  hexToBytes(signature).slice(0, size(signature) === 65 ? 64 : undefined)
