import { shareSecretTypedData } from '@tandem/escrow'
import { split } from 'shamir-secret-sharing'
import { type Address, bytesToHex, getAddress, hexToBytes, sha256 } from 'viem'
import { makeHttp } from './client/http.ts'
import { timedFetch } from './client/within.ts'
import type { paths } from './generated/relayer.ts'
import { type Signer, signHop } from './hop.ts'
import type { StepOptions } from './initiate/source-side.ts'
import { chainOf, type KnownNetwork } from './known-network.ts'
import { signForContracts } from './sign.ts'
import type { Swap } from './swap.ts'
import { escrowOf } from './verify-order.ts'
import { ensureChain, type Wallet } from './wallet.ts'

export interface ShareOptions extends StepOptions {
  /** Of different operators (`RELAYER_PEERS`), in the order of their turns: up to eight. */
  relayerUrls: readonly string[]
  /** Of the source address. It signs once. */
  wallet: Wallet
  network: KnownNetwork
  /** 3 by default. With 2 more relayers may be down, but one liar may take the source (docs/trust.md). */
  leastReady?: number
  /** Of the recipient, for a hop. */
  signer?: Signer
  fetch?: (request: Request) => Promise<Response>
  /** Milliseconds for each relayer; 15,000 by default. */
  timeoutMs?: number
}

export interface SharedSecret {
  kept: readonly string[]
  failed: readonly { relayerUrl: string; error: unknown }[]
}

/** With more a relayer that lies to some of the others could learn the secret alone (ADR 0018). */
const sharesThatOpen = 2

/**
 * Relayers claim together while the user is away. This is more trust than {@link Swap.run} needs (docs/trust.md). Call
 * it before the source is funded.
 * @throws the first relayer's error when fewer than `leastReady` keep their shares; RangeError; `WRONG_CHAIN`; viem's
 * errors.
 */
export async function shareSecret(swap: Swap, options: ShareOptions): Promise<SharedSecret> {
  const { relayerUrls, wallet, network, leastReady = 3, switchChain, signer } = options
  const { order, state } = swap
  if (leastReady < 2 || leastReady > relayerUrls.length || relayerUrls.length > 8)
    throw new RangeError('it must be that 2 <= leastReady <= relayers <= 8')
  const shares = await split(hexToBytes(state.secret), relayerUrls.length, sharesThatOpen)
  const shareHashes = shares.map((share) => sha256(share))
  const source = chainOf(network, order.source_intent.chain)
  const destination = escrowOf(order.destination_intent).vault
  await ensureChain(wallet, source, switchChain)
  const signature = await signForContracts(
    wallet,
    shareSecretTypedData({
      chainId: source.chain_id,
      registry: getAddress(source.registry_address as Address),
      ...{ source: escrowOf(order.source_intent).vault, destination, shareHashes, leastReady },
    }),
  )
  const isHop = order.destination_intent.l1_hop && signer !== undefined
  const hop = isHop ? { hop: await signHop(order, signer, { chains: network.chains, switchChain }) } : {}
  const body = {
    order_id: order.order_id,
    swap_id: destination,
    share_hashes: shareHashes,
    least_ready: leastReady,
    signature,
    ...hop,
  }
  const fetch = timedFetch(options.fetch, options.timeoutMs)
  const answers = await Promise.allSettled(
    relayerUrls.map((baseUrl, index) => {
      const { POST } = makeHttp<paths>({ baseUrl, headers: {}, fetch })
      return POST('/shares', { body: { ...body, share: bytesToHex(shares[index] as Uint8Array) } }, undefined)
    }),
  )
  const failed = answers.flatMap((answer, index) =>
    answer.status === 'rejected' ? [{ relayerUrl: relayerUrls[index] as string, error: answer.reason as unknown }] : [],
  )
  if (relayerUrls.length - failed.length < leastReady) throw failed[0]?.error
  return { kept: relayerUrls.filter((url) => failed.every(({ relayerUrl }) => relayerUrl !== url)), failed }
}
