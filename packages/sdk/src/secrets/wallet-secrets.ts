import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { type Address, bytesToHex, type Hex, hexToBytes, isErc6492Signature, size, stringToBytes } from 'viem'
import { signTypedData } from 'viem/actions'
import { newSecret } from '../secret.ts'
import type { Wallet } from '../wallet.ts'

/**
 * The facts that a secret is bound to: known before the order is made, and bounded by what the chain shows of the order
 * afterwards.
 */
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
  /** The secret of a commitment hash that was made between two times; `undefined`: not this wallet's. */
  find(context: Omit<SecretContext, 'startedAtMs'>, wanted: WantedSecret): Promise<Hex | undefined>
}

/** A secret that is searched for. Times in unix milliseconds. */
export interface WantedSecret {
  commitmentHash: Hex
  /** The secret was made between these two. */
  fromMs: number
  toMs: number
  /** Most likely near this one, where the search begins; `toMs` by default. */
  nearMs?: number
}

/**
 * The typed data that the wallet signs. It names no chain, so that every chain and every later session give the same
 * secrets.
 */
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
 * whose signatures differ (some hardware, threshold and contract wallets) cannot make a secret again, and neither can a
 * smart account that signs before it is deployed (ERC-6492), because it signs otherwise afterwards. Their secrets are
 * random, and `onStoredOnly` is told that they must be kept.
 *
 * A secret is bound to its start time, which only the application knows, and not to the quote's identifier: an orderbook
 * that gave two quotes the same one would have the second swap use a secret that the first has made public.
 */
export function walletSecrets(
  wallet: Wallet,
  { onStoredOnly = () => {} }: { onStoredOnly?: () => void } = {},
): SecretSource {
  let root: Promise<Root> | undefined
  /**
   * Milliseconds between `nearMs` and the start time of the secret that was found last. The application's clock causes this
   * distance, so the search for the next secret begins at the same distance.
   */
  let awayMs = 0
  const rootOf = (): Promise<Root> => {
    // A refusal is not kept: the user may sign the next time.
    root ??= signRoot(wallet).catch((error: unknown) => {
      root = undefined
      throw error
    })
    return root
  }
  return {
    async make(context) {
      const { key, isLasting } = await rootOf()
      if (key !== undefined && isLasting)
        return { secret: bytesToHex(secretDeriver(key, context)(context.startedAtMs)), origin: 'wallet' }
      onStoredOnly()
      return { secret: newSecret(), origin: 'stored' }
    },
    async find(context, wanted) {
      const { key } = await rootOf()
      if (key === undefined) return undefined
      const { nearMs = wanted.toMs } = wanted
      const found = await searchSecret(key, context, { ...wanted, nearMs: nearMs + awayMs })
      if (found !== undefined) awayMs = found.startedAtMs - nearMs
      return found?.secret
    },
  }
}

/** The key of all secrets; none where the signatures differ. `isLasting`: the wallet will sign the same in years. */
interface Root {
  key: Uint8Array | undefined
  isLasting: boolean
}

async function signRoot(wallet: Wallet): Promise<Root> {
  const { account } = wallet
  const sign = () => signTypedData(wallet, { account, ...message(account.address) })
  const [first, second] = [await sign(), await sign()]
  return { key: first === second ? canonical(first) : undefined, isLasting: !isErc6492Signature(first) }
}

/** Wallets write the last byte of a signature differently; r and s are the same. */
const canonical = (signature: Hex): Uint8Array =>
  hexToBytes(signature).slice(0, size(signature) === 65 ? 64 : undefined)

/** HKDF-SHA-256 (RFC 5869): the signature is the key, chain and owner are the salt, the start time is the info. */
function secretDeriver(
  root: Uint8Array,
  { chainId, owner }: Omit<SecretContext, 'startedAtMs'>,
): (startedAtMs: number) => Uint8Array {
  const key = hmac(sha256, stringToBytes(`tandem/secret/v1/${chainId}/${owner.toLowerCase()}`), root)
  // The key is hashed once for all times.
  const keyed = hmac.create(sha256, key)
  const counter = Uint8Array.of(1)
  return (startedAtMs) =>
    keyed
      .clone()
      .update(stringToBytes(String(startedAtMs)))
      .update(counter)
      .digest()
}

/**
 * Tries every millisecond, outwards from when the secret most likely was made: an order is made within seconds of the
 * start of its swap, and a block can bear a time before it.
 */
async function searchSecret(
  root: Uint8Array,
  context: Omit<SecretContext, 'startedAtMs'>,
  { commitmentHash, fromMs, toMs, nearMs = toMs }: WantedSecret,
): Promise<{ secret: Hex; startedAtMs: number } | undefined> {
  const derive = secretDeriver(root, context)
  const wanted = hexToBytes(commitmentHash)
  for (const at of timesOf({ fromMs, toMs, nearMs })) {
    const secret = derive(at)
    if (isEqual(sha256(secret), wanted)) return { secret: bytesToHex(secret), startedAtMs: at }
    // Leaves a browser's page responsive.
    if (at % 2_000 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return undefined
}

function* timesOf({ fromMs, toMs, nearMs }: { fromMs: number; toMs: number; nearMs: number }) {
  const middle = Math.max(Math.min(nearMs, toMs), fromMs)
  yield middle
  for (let away = 1; middle - away >= fromMs || middle + away <= toMs; away += 1) {
    if (middle - away >= fromMs) yield middle - away
    if (middle + away <= toMs) yield middle + away
  }
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
