import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { type Address, bytesToHex, type Hex, hexToBytes, isErc6492Signature, size, stringToBytes } from 'viem'
import { signTypedData } from 'viem/actions'
import type { Wallet } from '../wallet.ts'
import { newSecret } from './new-secret.ts'

export interface SecretContext {
  chainId: number
  /** Creator of the source. */
  owner: Address
  /** Unix milliseconds. */
  startedAtMs: number
}

export interface MadeSecret {
  secret: Hex
  /** `stored`: lost with the store. */
  origin: 'wallet' | 'stored'
}

export interface SecretSource {
  make(context: SecretContext): Promise<MadeSecret>
  /** `undefined`: not this wallet's. */
  find(context: Omit<SecretContext, 'startedAtMs'>, wanted: WantedSecret): Promise<Hex | undefined>
}

/** Unix milliseconds. */
export interface WantedSecret {
  commitmentHash: Hex
  fromMs: number
  toMs: number
  nearMs?: number
}

/** Every chain gives the same secrets. */
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
 * By a signature: a lost store loses no swap. The wallet signs twice: with differing signatures, or as a smart account
 * without code (ERC-6492), it gets random secrets, and `onStoredOnly` is told.
 */
export function walletSecrets(
  wallet: Wallet,
  { onStoredOnly = () => {} }: { onStoredOnly?: () => void } = {},
): SecretSource {
  let root: Promise<Root> | undefined
  let awayMs = 0
  const rootOf = (): Promise<Root> => {
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

/** Wallets differ in the last byte. */
const canonical = (signature: Hex): Uint8Array =>
  hexToBytes(signature).slice(0, size(signature) === 65 ? 64 : undefined)

/** HKDF-SHA-256 (RFC 5869): signature as key, chain and owner as salt, start time as info. */
function secretDeriver(
  root: Uint8Array,
  { chainId, owner }: Omit<SecretContext, 'startedAtMs'>,
): (startedAtMs: number) => Uint8Array {
  const key = hmac(sha256, stringToBytes(`tandem/secret/v1/${chainId}/${owner.toLowerCase()}`), root)
  const keyed = hmac.create(sha256, key)
  const counter = Uint8Array.of(1)
  return (startedAtMs) =>
    keyed
      .clone()
      .update(stringToBytes(String(startedAtMs)))
      .update(counter)
      .digest()
}

/** Every millisecond, outwards from the likely time. */
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
    // Keeps a page responsive.
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
