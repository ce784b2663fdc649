import type { OrderStatus, OrderWire, SettlementFailure } from '@tandem/contracts'
import type { EscrowTerms, VaultAtDepth } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Agreement } from '../domain/agreement.ts'
import type { FeeCaps } from '../domain/fee-cap.ts'
import type { FeeMarket, Fees } from '../domain/fees.ts'
import type { GasLimits } from '../domain/gas-limits.ts'
import type { NonceCounts } from '../domain/nonce-counts.ts'
import type { NonceLedger } from '../domain/nonce-gaps.ts'
import type { Escrow, Settlement, Work } from '../domain/settlement.ts'
import type { SettlementEventName } from '../domain/settlement-state.ts'
import type { Visibility } from '../domain/visibility.ts'

/** Milliseconds since 1970. */
export type Clock = () => number

/** The orderbook, over HTTP. It is believed only for which order this is: the rest is proved on chain. */
export interface Orderbook {
  /** @throws AppError ORDER_NOT_FOUND, UPSTREAM_INVALID, UPSTREAM_TIMEOUT, UNAVAILABLE. */
  getOrder(orderId: string): Promise<OrderWire>
  /** Every order with one of these statuses. @throws as `getOrder`, between any two orders. */
  listOrders(query: { statuses: readonly OrderStatus[]; updatedAfter?: Date }): AsyncIterable<OrderWire>
}

/** A nonce of a signer. */
export interface Slot {
  chain: string
  signer: Address
  nonce: bigint
}

/** A signer, what it has, and what is reserved of it for the transaction that it is given a nonce for. Wei. */
export interface Payer {
  chain: string
  address: Address
  reserve: bigint
  balance: bigint
}

/** What waits on a signer. */
export interface SignerQueue {
  /** Nonces given out that the chain has not used. */
  queued: number
  /** What was reserved for them, wei. */
  reserved: bigint
  /** The block at which the first transaction of the first of them was signed; nothing before it was sent. */
  firstSignedBlock: bigint | null
}

/** A nonce that serves a settlement, alone or with the others of its batch. */
export interface HeldSlot extends Slot {
  /** The ids of the settlements that it still serves, in order. The first one sees to its transactions. */
  members: readonly string[]
}

export const isSameSlot = (one: Slot, other: Slot): boolean =>
  one.chain === other.chain && one.signer === other.signer && one.nonce === other.nonce

/** A nonce, as one of the settlements that it serves sees it. */
export interface OwnSlot extends Slot {
  /** Whether it is the one that sees to the nonce's transactions. */
  isFirst: boolean
  isShared: boolean
  /** What was signed for it, oldest first. */
  attempts: readonly Attempt[]
}

/** A signed transaction. `raw` is what is sent. */
export interface Attempt extends Fees {
  hash: Hex
  slot: Slot
  number: number
  gasLimit: bigint
  /** The newest block when it was signed; nothing of old rows. */
  signedBlock: bigint | null
  createdAt: Date
  broadcastStartedAt: Date | null
  lastBroadcastAt: Date | null
  provider: string | null
  errorClass: string | null
  outcome: 'mined' | 'reverted' | 'dropped' | null
}

/** Everything that was tried for a settlement. */
export interface History {
  /** The nonces that serve it now: one, and those of other signers that try beside it. */
  slots: readonly OwnSlot[]
  /** What was signed for every nonce that it ever had, oldest first. */
  all: readonly Attempt[]
}

/** What a settlement waits for, and when to look. The reason holds no secret. */
export interface Waiting {
  reason: string
  delayMs: number
}

/** The same, of a reveal that must not happen any more at `notAfter`, by the database's clock. */
export interface RevealWaiting extends Waiting {
  notAfter: Date
}

/** What changes with a transition, beside the state. */
export interface SettlementChanges {
  txHash?: Hex | null
  minedBlock?: bigint | null
  minedBlockHash?: Hex | null
  errorCode?: SettlementFailure | null
  /** When to look again. */
  nextStepInMs?: number
}

export interface PostponeOptions {
  /** Counts a simulation that reverted. */
  isRevert?: boolean
  /** What its user has to know while it waits. */
  errorCode?: SettlementFailure
}

export interface SettlementStore {
  find(id: string): Promise<Settlement | undefined>
  findByOrder(orderId: string, kind: Work['kind']): Promise<Settlement | undefined>
  /** Stores it, the secret encrypted. Where the order has one of this kind already, that one is returned instead. */
  insert(settlement: {
    orderId: string
    work: Work
    commitmentHash: Hex
    secret: Hex | null
  }): Promise<{ settlement: Settlement; isNew: boolean }>
  /**
   * Takes a claim once more that was rejected, with the secret that comes with it, if it still is as it was read.
   *
   * @returns nothing when it has moved meanwhile.
   */
  reopen(
    settlement: Settlement,
    claim: { work: Work; commitmentHash: Hex; secret: Hex },
  ): Promise<Settlement | undefined>
  /** Decrypts the secret, to build a transaction of it and for nothing else. */
  openSecret(id: string): Promise<Hex>
  /** Takes those of a chain that are due, for so long that nobody else takes them meanwhile. */
  lease(chain: string, limit: number, leaseMs: number): Promise<Settlement[]>
  /** Says when to look again, and why. The reason holds no secret. One that was woken meanwhile stays due. */
  postpone(id: string, delayMs: number, reason: string, options?: PostponeOptions): Promise<void>
  /** Makes them due now. */
  wake(ids: readonly string[]): Promise<void>
  /** Makes due now what was sent with these nonces: the chain has used them, or the next one is. */
  wakeMined(
    signer: { chain: string; address: Address },
    nonces: { from: bigint; below: bigint /** Not itself. */ },
  ): Promise<void>
  /**
   * Moves it by the table, if it still is as it was read; whoever has taken it keeps it. A final state erases the secret
   * and every transaction that may hold it, and leaves a nonce that is still open: what was signed for it and never left is thrown
   * away, and one that serves nobody else is to be filled.
   *
   * @returns the moved settlement, or nothing when somebody else moved it first.
   */
  advance(
    settlement: Settlement,
    event: SettlementEventName,
    reason: string,
    changes?: SettlementChanges,
  ): Promise<Settlement | undefined>

  /** What waits on each of these signers; nothing of one that nothing waits on. */
  signerQueues(
    chain: string,
    signers: readonly { signer: Address; minedNonce: bigint }[],
  ): Promise<ReadonlyMap<Address, SignerQueue>>
  /** What was tried for it. */
  history(id: string): Promise<History>
  /** The ids of the settlements that a nonce still serves, in order. */
  membersOf(slot: Slot): Promise<string[]>
  attemptsOf(slot: Slot): Promise<Attempt[]>
  /**
   * Gives an `accepted` settlement the next nonce of the signer, and moves it to `slotted`. `minedNonce`: the chain's
   * count of the signer's mined transactions; the counter never stays below it.
   *
   * @returns nothing when somebody else moved it first, or it has a nonce.
   */
  takeFirstSlot(
    settlement: Settlement,
    signer: Payer,
    minedNonce: bigint,
  ): Promise<{ slot: HeldSlot; settlement: Settlement } | undefined>
  /**
   * Gives a settlement the next nonce of the signer, or the one it has. It moves nothing.
   *
   * @param beside those that it is known to have, and keeps: then it is given one more, or the one that somebody else has
   *   taken for it beside them.
   * @param mayTake false: only the one that it has.
   * @returns nothing when somebody else moved it: what has ended must not be signed for.
   */
  takeSlot(
    settlement: Settlement,
    signer: Payer,
    minedNonce: bigint,
    beside?: readonly Slot[],
    mayTake?: boolean,
  ): Promise<HeldSlot | undefined>
  /**
   * Gives one nonce to several claims that are `accepted`, and moves them to `slotted`. Those that somebody else moved
   * meanwhile, and those that have a nonce, are left out.
   *
   * @returns nothing when fewer than two are left.
   */
  takeSharedSlot(
    group: readonly Settlement[],
    signer: Payer,
    minedNonce: bigint,
  ): Promise<{ slot: HeldSlot; settlements: Settlement[] } | undefined>
  /**
   * Moves a settlement to `revealed`, if it still is as it was read, and marks the transaction that is about to leave.
   * This is the moment of the reveal.
   *
   * @param waiting when to look again, unless it is made due before: what comes after the reveal must not put that off.
   * @returns nothing when somebody else moved it, the bytes are not stored any more, or the judgement is too old: they
   *   must not be sent.
   */
  reveal(settlement: Settlement, hash: Hex, waiting: RevealWaiting): Promise<Settlement | undefined>
  /**
   * The same for every claim that a shared nonce serves, or for none. The transaction holds the secrets of just these.
   *
   * @returns the claims, or nothing when they are not the ones that the nonce serves any more, or the bytes are gone.
   */
  revealShared(
    slot: Slot,
    settlements: readonly Settlement[],
    hash: Hex,
    waiting: RevealWaiting,
  ): Promise<Settlement[] | undefined>
  /**
   * Ends a settlement whose transaction counts, as `advance` does, and closes the nonce that it was mined at.
   *
   * @param slot the nonce, or nothing when it is closed, or another one did the work.
   */
  confirm(settlement: Settlement, slot: OwnSlot | undefined, reason: string): Promise<Settlement | undefined>
  /**
   * Takes a nonce for this settlement alone that was shared and for which nothing was sent: what was signed is thrown
   * away, and the others must find another nonce. Does nothing once something was sent, or the settlement has moved on.
   *
   * @returns nothing when the nonce does not serve this settlement any more: another one has kept it.
   */
  keepAlone(slot: HeldSlot, id: string): Promise<HeldSlot | undefined>
  /**
   * Stores signed bytes, encrypted. Where another worker stored this number first, its bytes stand.
   *
   * @param holders whom the nonce must still serve: just these settlements, any at all, or nobody any more. Otherwise,
   *   and once the nonce is closed, nothing is stored: what nobody will erase must not be there.
   * @returns whether these bytes were stored: others must not be sent.
   */
  saveAttempt(
    slot: Slot,
    attempt: Fees & { hash: Hex; number: number; gasLimit: bigint; raw: Hex; signedBlock: bigint },
    holders: readonly string[] | 'any' | 'nobody',
  ): Promise<boolean>
  openRaw(hash: Hex): Promise<Hex>
  /**
   * Written before the bytes of a later transaction leave.
   *
   * @returns whether they are stored still: others must not be sent.
   */
  markBroadcast(hash: Hex): Promise<boolean>
  markSent(hash: Hex, result: { provider: string; errorClass: string | null }): Promise<void>
  /**
   * Has those nonces filled that were closed and that the chain counts as unused: a reorg was deeper than they stood.
   *
   * @param afterMs how long what was there is given to be mined again. Nonces that were given out more recently than that are left
   *   for another time: one that is mined, and counts, while this is asked for looks the same.
   */
  reopenSlots(signer: { chain: string; address: Address }, minedNonce: bigint, afterMs: number): Promise<void>
  closeSlot(slot: Slot, hash: Hex, outcome: 'mined' | 'reverted' | 'dropped'): Promise<void>
  /**
   * Takes a settlement that has not moved since it was read off its nonces, as `advance` does for one that ends: off all,
   * off all but one, or off one only.
   */
  leaveSlots(settlement: Settlement, which?: { but: Slot } | { only: Slot }): Promise<void>
  /** Whether a nonce of the chain was given out that is not used yet. */
  hasOpenNonces(chain: string): Promise<boolean>
  /** A chain's nonces that were given out, are not used, and serve nobody any more: of each signer the lowest. */
  abandonedSlots(chain: string): Promise<Slot[]>
  /** How many are under way, by state. Those that have ended are too many to count again and again. */
  counts(): Promise<Record<string, number>>
}

/** What repairs the nonces of a signer (`domain/nonce-gaps.ts`). */
export interface NonceRepairStore {
  /** Its counter and the nonces from `settled` on that have a row; nothing when it never had a nonce. */
  nonceLedger(
    signer: { chain: string; address: Address },
    settled: bigint,
  ): Promise<Omit<NonceLedger, 'settled'> | undefined>
  /** Makes rows, abandoned, for nonces that have none: they are filled like every abandoned nonce. */
  fillNonces(signer: { chain: string; address: Address }, nonces: readonly bigint[]): Promise<void>
  /** Takes work off the nonces from `from` on, which are forgotten; it is due at once. */
  releaseNonces(signer: { chain: string; address: Address }, from: bigint): Promise<void>
  /** Moves the counter, unless it has moved meanwhile, or a row stands at `to` or above. */
  moveCounter(signer: { chain: string; address: Address }, from: bigint, to: bigint): Promise<void>
}

export interface Receipt {
  hash: Hex
  isSuccess: boolean
  blockNumber: bigint
  blockHash: Hex
  from: Address
  /** The vaults that our registry said something of in this transaction. */
  vaults: readonly Address[]
}

/** What a chain takes for a transaction's data, beside what it executes (a rollup's share of the layer below). */
export interface DataCost {
  gas: bigint
  wei: bigint
}

/** What the payout of a vault would do: too costly is one that needs more gas than a claim leaves for it. */
export type Payout = 'pays' | 'refuses' | 'too_costly'

export interface Call {
  to: Address
  data: Hex
}

/** A chain: what a settlement needs to read, sign and send. Errors carry no calldata. */
export interface RelayChain {
  readonly name: string
  readonly blockTimeMs: number
  readonly claimSafetySecs: number
  readonly signers: readonly Address[]
  readonly gasLimits: GasLimits
  readonly feeCaps: FeeCaps
  /** For how long a claim is shown to the private endpoint alone; nothing where there is none. */
  readonly privateForMs: number | undefined
  /** The vault now, and as deep as an order of this worth needs. */
  readVault(escrow: Escrow): Promise<VaultAtDepth>
  /** The same from every endpoint that answers, so that no single one decides over a secret. */
  readAgreedVault(escrow: Escrow): Promise<Agreement<VaultAtDepth>>
  /** Base units of the token at this address. */
  balanceOf(token: Address, owner: Address): Promise<bigint>
  /** Simulates the payout of a vault, within the gas that a claim leaves for it. The question holds no secret. */
  canPay(vault: Address, terms: EscrowTerms): Promise<Payout>
  /** Whether a call without a secret succeeds with so much gas. The endpoints are shown its calldata. */
  simulate(from: Address, call: Call, gas: bigint): Promise<boolean>
  /** What all endpoints say of it, so that none of them alone makes it dear. */
  feeMarket(): Promise<FeeMarket>
  /** What the chain takes for a transaction with so many bytes of calldata beside its execution: more gas, and wei. */
  dataCost(bytes: number): Promise<DataCost>
  /** How many endpoints must say the same before it is believed. */
  readonly quorum: number
  /**
   * How many of the signer's nonces the latest block counts as used, by the agreement of the endpoints. A reorg may take
   * some back.
   */
  minedNonce(signer: Address): Promise<bigint>
  /**
   * The same as each endpoint says it.
   *
   * @param oldestMs how old the answers may be; by default a fraction of a block's time.
   */
  nonceCounts(signer: Address, oldestMs?: number): Promise<NonceCounts>
  /** How many are used, or will be by what waits to be mined, by the agreement of the endpoints. */
  pendingNonce(signer: Address): Promise<bigint>
  /**
   * How many are used so deep that no order waits for more, by the agreement of the endpoints.
   *
   * @throws ChainError while too few of them answer.
   */
  settledNonce(signer: Address): Promise<bigint>
  /** Wei. */
  nativeBalance(signer: Address): Promise<bigint>
  sign(slot: Slot, call: Call & Fees & { gasLimit: bigint }): Promise<{ raw: Hex; hash: Hex }>
  /** Sends to the private endpoint alone, or to all. `message`: what the first refusal said, when none took it. */
  send(raw: Hex, visibility: Visibility): Promise<{ provider: string; message: string | null }>
  /** Receipts that the endpoints agree on. What only some of them have is left out. */
  receipts(hashes: readonly Hex[]): Promise<Receipt[]>
  /** The hash of a block, when the endpoints agree on it. */
  blockHash(number: bigint): Promise<Hex | undefined>
  headNumber(): Promise<bigint>
  /** The newest block of every endpoint; nothing of one that does not answer. `timestamp` in unix seconds. */
  heads(): Promise<({ number: bigint; timestamp: number } | undefined)[]>
  /** The highest block whose facts count for an order of the escrow's worth; -1 while too few endpoints answer. */
  countedBlock(escrow: Pick<Escrow, 'valueUsd'>): Promise<bigint>
  /** The timestamp of the latest block, unix seconds. */
  headTime(): Promise<number>
  /** The transaction in which the vault was claimed or created, newest blocks first. */
  findSettlingTx(vault: Address, kind: Work['kind']): Promise<{ hash: Hex; blockNumber: bigint } | undefined>
  /** Whether the party signed this typed data; contracts are asked (ERC-1271). */
  isSignedBy(party: Address, typedData: unknown, signature: Hex): Promise<boolean>
  /** Whether a hop vault of this token can be bridged on to that chain now. */
  isHopRouteOpen(hopBridge: Address, token: Address, destBlockchainId: Hex): Promise<boolean>
}
