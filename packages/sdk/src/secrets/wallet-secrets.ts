import { expand, extract } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha2'
import { type Address, bytesToHex, type Hex, hexToBytes, size, stringToBytes } from 'viem'
import { signTypedData } from 'viem/actions'
import { newSecret } from '../secret.ts'
import type { Wallet } from '../wallet.ts'

/** What a secret is bound to: known before the order is made, and bounded by what the chain shows of it afterwards. */
export interface SecretContext {
  /** EIP-155 id of the source chain. */
  chainId: number
  /** The user on the source chain: the creator of the source escrow. */
  owner: Address
  /** When the swap was started, by the application's clock, unix milliseconds. */
  startedAtMs: number
}

/** A secret, and whether the wallet can make it again. */
export interface MadeSecret {
  secret: Hex
  /** `wallet`: found again from the wallet alone. `stored`: lost with the store. */
  origin: 'wallet' | 'stored'
}

/** Makes secrets, and finds them again. */
export interface SecretSource {
  make(context: SecretContext): Promise<MadeSecret>
  /** The secret of a commitment hash that was made between two times (unix milliseconds); `undefined`: not this wallet's. */
  find(
    context: Omit<SecretContext, 'startedAtMs'>,
    wanted: { commitmentHash: Hex; fromMs: number; toMs: number },
  ): Promise<Hex | undefined>
}

/** What the wallet signs. It names no chain, so that every chain and every later session give the same secrets. */
const message = (owner: Address) =>
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

/**
 * Secrets that follow from a signature of the wallet, so that a lost store loses no swap. The wallet signs twice: one
 * whose signatures differ (some hardware, threshold and contract wallets) cannot make a secret again, so its secrets are
 * random, and `onStoredOnly` is told that they must be kept.
 */
export function walletSecrets(
  wallet: Wallet,
  { onStoredOnly = () => {} }: { onStoredOnly?: () => void } = {},
): SecretSource {
  let root: Promise<Uint8Array | undefined> | undefined
  const rootOf = (): Promise<Uint8Array | undefined> => {
    // A refusal is not kept: the user may sign the next time.
    root ??= signRoot(wallet).catch((error: unknown) => {
      root = undefined
      throw error
    })
    return root
  }
  return {
    async make(context) {
      const key = await rootOf()
      if (key !== undefined) return { secret: bytesToHex(deriveSecret(key, context)), origin: 'wallet' }
      onStoredOnly()
      return { secret: newSecret(), origin: 'stored' }
    },
    async find(context, wanted) {
      const key = await rootOf()
      return key === undefined ? undefined : searchSecret(key, context, wanted)
    },
  }
}

async function signRoot(wallet: Wallet): Promise<Uint8Array | undefined> {
  const { account } = wallet
  const sign = () => signTypedData(wallet, { account, ...message(account.address) })
  const [first, second] = [await sign(), await sign()]
  return first === second ? canonical(first) : undefined
}

/** Wallets write the last byte of a signature differently; r and s are the same. */
const canonical = (signature: Hex): Uint8Array =>
  hexToBytes(signature).slice(0, size(signature) === 65 ? 64 : undefined)

/** HKDF-SHA-256: the signature is the key, chain and owner are the salt, the start time is the info. */
function deriveSecret(root: Uint8Array, context: SecretContext): Uint8Array {
  return expandAt(pseudoRandomKey(root, context), context.startedAtMs)
}

const pseudoRandomKey = (root: Uint8Array, { chainId, owner }: Omit<SecretContext, 'startedAtMs'>): Uint8Array =>
  extract(sha256, root, stringToBytes(`tandem/secret/v1/${chainId}/${owner.toLowerCase()}`))

const expandAt = (key: Uint8Array, startedAtMs: number): Uint8Array =>
  expand(sha256, key, stringToBytes(String(startedAtMs)), 32)

/** Tries every millisecond, the latest first: an order is made within seconds of the start of its swap. */
async function searchSecret(
  root: Uint8Array,
  context: Omit<SecretContext, 'startedAtMs'>,
  { commitmentHash, fromMs, toMs }: { commitmentHash: Hex; fromMs: number; toMs: number },
): Promise<Hex | undefined> {
  const key = pseudoRandomKey(root, context)
  const wanted = commitmentHash.toLowerCase()
  for (let at = toMs; at >= fromMs; at -= 1) {
    const secret = expandAt(key, at)
    if (bytesToHex(sha256(secret)) === wanted) return bytesToHex(secret)
    // Leaves a browser's page responsive.
    if (at % 2_000 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return undefined
}
