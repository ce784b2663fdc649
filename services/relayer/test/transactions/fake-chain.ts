import { randomBytes } from 'node:crypto'
import { type Address, type Hex, hexToString, keccak256, stringToHex, toHex } from 'viem'
import type { Receipt, TransactionChain } from '../../src/transactions/ports.ts'

/** A transaction as its bytes show it: the identifiers of the requests whose work it does; none for a gap-filling one. */
export interface FakeTx {
  hash: Hex
  signer: Address
  nonce: number
  ids: string[]
}
interface Block {
  hash: Hex
  txs: FakeTx[]
  /** Requests whose work another party did in this block. */
  others: string[]
}

const gwei = 1_000_000_000n
const depth = 3

/** A chain in memory with two signers: blocks, a pool that replaces by nonce, and reorgs. */
export class FakeChain implements TransactionChain {
  readonly name = `chain-${toHex(randomBytes(6))}`
  readonly blockTimeMs = 1_000
  readonly majority = 1
  readonly signers = [toHex(randomBytes(20)), toHex(randomBytes(20))]
  readonly feeCaps = {
    maxFeePerGas: 1_000n * gwei,
    maxClaimFee: 10n ** 20n,
    maxRevealedFee: 10n ** 20n,
    maxMarketMultiple: 100n,
  }
  /** Every transaction that was ever sent, in order. */
  readonly sent: FakeTx[] = []
  /** Runs before bytes leave the process. */
  onSend: (tx: FakeTx) => Promise<void> = async () => undefined
  #blocks: Block[] = [{ hash: toHex(randomBytes(32)), txs: [], others: [] }]
  #pool = new Map<string, FakeTx>()

  mine(others: string[] = []): void {
    const txs: FakeTx[] = []
    for (const signer of this.signers) {
      for (let nonce = this.#count(signer); ; nonce += 1) {
        const tx = this.#pool.get(`${signer} ${nonce}`)
        if (tx === undefined) break
        txs.push(tx)
        this.#pool.delete(`${signer} ${nonce}`)
      }
    }
    this.#blocks.push({ hash: toHex(randomBytes(32)), txs, others })
  }

  /**
   * Removes the newest blocks, but none that counts as confirmed. `isKept`: whether nodes put their transactions back into the
   * pool.
   */
  reorg(blocks: number, isKept: boolean): void {
    const taken = this.#blocks.splice(Math.max(1, this.#blocks.length - Math.min(blocks, depth - 1)))
    for (const { txs } of taken) if (isKept) for (const tx of txs) this.#pool.set(`${tx.signer} ${tx.nonce}`, tx)
    for (const _ of taken) this.#blocks.push({ hash: toHex(randomBytes(32)), txs: [], others: [] })
  }

  losePool(): void {
    this.#pool.clear()
  }

  /** The party that did the work of a request first: a transaction of ours, or another account. */
  doneBy(id: string, isAtDepth: boolean): FakeTx | 'other' | undefined {
    const blocks = isAtDepth ? this.#blocks.slice(0, Math.max(0, this.#blocks.length - depth)) : this.#blocks
    for (const { txs, others } of blocks) {
      if (others.includes(id)) return 'other'
      const tx = txs.find(({ ids }) => ids.includes(id))
      if (tx !== undefined) return tx
    }
    return undefined
  }

  #count(signer: Address, blocks: readonly Block[] = this.#blocks): number {
    return blocks.flatMap(({ txs }) => txs).filter((tx) => tx.signer === signer).length
  }

  headNumber = async () => BigInt(this.#blocks.length - 1)
  blockHash = async (number: bigint) => this.#blocks[Number(number)]?.hash
  countedBlock = async () => BigInt(this.#blocks.length - 1 - depth)
  minedNonce = async (signer: Address) => BigInt(this.#count(signer))
  nonceCounts = async (signer: Address) => [BigInt(this.#count(signer))]
  pendingNonce = this.minedNonce
  settledNonce = async (signer: Address) =>
    BigInt(this.#count(signer, this.#blocks.slice(0, Math.max(0, this.#blocks.length - depth))))
  nativeBalance = async () => 10n ** 22n
  feeMarket = async () => ({ baseFeePerGas: gwei, recentTips: [gwei], minTip: gwei, maxTip: 100n * gwei })
  dataCost = async () => ({ gas: 0n, wei: 0n })

  sign: TransactionChain['sign'] = async ({ signer, nonce }, { data, maxFeePerGas }) => {
    const ids = data === '0x' ? [] : JSON.parse(hexToString(data))
    const raw = stringToHex(JSON.stringify({ signer, nonce: Number(nonce), ids, fee: String(maxFeePerGas) }))
    return { raw, hash: keccak256(raw) }
  }

  send: TransactionChain['send'] = async (raw) => {
    const { signer, nonce, ids } = JSON.parse(hexToString(raw))
    const tx = { hash: keccak256(raw), signer, nonce, ids }
    await this.onSend(tx)
    this.sent.push(tx)
    if (nonce < this.#count(signer)) return { provider: 'fake', message: 'nonce too low' }
    this.#pool.set(`${signer} ${nonce}`, tx)
    return { provider: 'fake', message: null }
  }

  receipts: TransactionChain['receipts'] = async (hashes) =>
    this.#blocks.flatMap(({ txs, hash: blockHash }, number) =>
      txs
        .filter(({ hash }) => hashes.includes(hash))
        .map(({ hash, signer, ids }): Receipt => {
          const done = ids.filter((id) => {
            const ending = this.doneBy(id, false)
            return ending !== 'other' && ending?.hash === hash
          })
          const isSuccess = ids.length !== 1 || done.length === 1
          const vaults = done.map(vaultOf)
          return { hash, isSuccess, blockNumber: BigInt(number), blockHash, from: signer, vaults }
        }),
    )
}

/** The vault of a request, for the events of receipts. */
export const vaultOf = (id: string): Address => `0x${id.replaceAll('-', '').padStart(40, '0')}`
