import { createBlock } from '@ethereumjs/block'
import { type Common, createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { SimpleStateManager } from '@ethereumjs/statemanager'
import type { TypedTransaction } from '@ethereumjs/tx'
import { Account, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { createVM, runTx, type VM } from '@ethereumjs/vm'
import { type Address, bytesToHex, type Hex, keccak256 } from 'viem'

/** Accounts, code and storage of a chain at a block. Nothing changes one: the next block has another. */
export interface State {
  accounts: Map<Hex, Account | undefined>
  code: Map<Hex, Uint8Array>
  storage: Map<string, Uint8Array>
}

/** The block in which code runs. Wei, unix seconds. */
export interface BlockContext {
  number: bigint
  timestamp: number
  baseFeePerGas: bigint
}

export interface Call {
  from?: Address
  to?: Address
  data: Hex
  value: bigint
  gas: bigint
}

export interface Ran {
  isSuccess: boolean
  gasUsed: bigint
  logs: { address: Address; topics: Hex[]; data: Hex }[]
  bloom: Hex
  contractAddress: Address | null
}

export const blockGasLimit = 60_000_000n

const hashes = new Map<string, Uint8Array>()
const mostHashes = 20_000

/** The same code is hashed at each call that creates it. */
function keccakOnce(bytes: Uint8Array): Uint8Array {
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const known = hashes.get(key) ?? keccak256(bytes, 'bytes')
  if (hashes.size > mostHashes) hashes.clear()
  hashes.set(key, known)
  return known
}

const copyOf = (account: Account | undefined): Account | undefined =>
  account && Object.assign(Object.create(Object.getPrototypeOf(account)), account)

/** Runs code on states, one run at a time. */
export class SimulatedEvm {
  readonly common: Common
  readonly #vm: VM
  readonly #manager: SimpleStateManager
  #last: Promise<unknown> = Promise.resolve()

  private constructor(common: Common, vm: VM, manager: SimpleStateManager) {
    this.common = common
    this.#vm = vm
    this.#manager = manager
  }

  static async create(chainId: number): Promise<SimulatedEvm> {
    const customCrypto = { keccak256: keccakOnce }
    const common = createCustomCommon({ chainId }, Mainnet, { hardfork: Hardfork.Prague, customCrypto })
    const stateManager = new SimpleStateManager({ common })
    return new SimulatedEvm(common, await createVM({ common, stateManager }), stateManager)
  }

  /** A state in which these accounts have wei, and code stands. */
  genesis(balances: ReadonlyMap<Address, bigint>, code: ReadonlyMap<Address, Hex>): Promise<State> {
    const empty: State = { accounts: new Map(), code: new Map(), storage: new Map() }
    return this.#on(empty, async () => {
      for (const [address, balance] of balances)
        await this.#manager.putAccount(createAddressFromString(address), new Account(0n, balance))
      for (const [address, bytes] of code)
        await this.#manager.putCode(createAddressFromString(address), hexToBytes(bytes))
      return this.#top()
    })
  }

  /** The state after a transaction, and what it did; or why it cannot stand in the block, where it can not. */
  transact(state: State, block: BlockContext, tx: TypedTransaction): Promise<{ state: State; ran: Ran } | string> {
    return this.#on(state, async () => {
      const run = { tx, block: this.#blockOf(block), skipHardForkValidation: true, skipBlockGasLimitValidation: true }
      const result = await runTx(this.#vm, run).catch((error: Error) => error.message)
      if (typeof result === 'string') return result
      const { execResult, totalGasSpent, bloom, createdAddress } = result
      const ran: Ran = {
        isSuccess: execResult.exceptionError === undefined,
        gasUsed: totalGasSpent,
        logs: (execResult.exceptionError === undefined ? (execResult.logs ?? []) : []).map(
          ([address, topics, data]) => ({
            address: bytesToHex(address),
            topics: topics.map((topic) => bytesToHex(topic)),
            data: bytesToHex(data),
          }),
        ),
        bloom: bytesToHex(bloom.bitvector),
        contractAddress: createdAddress === undefined ? null : (createdAddress.toString() as Address),
      }
      return { state: this.#top(), ran }
    })
  }

  /** Runs a call. Nothing of it stays. */
  call(
    state: State,
    block: BlockContext,
    call: Call,
  ): Promise<{ isReverted: boolean; data: Hex; gasUsed: bigint; problem: string | undefined }> {
    return this.#on(state, async () => {
      const { from = '0x0000000000000000000000000000000000000000', to, data, value, gas } = call
      const { execResult } = await this.#vm.evm.runCall({
        caller: createAddressFromString(from),
        origin: createAddressFromString(from),
        ...(to === undefined ? {} : { to: createAddressFromString(to) }),
        ...{ data: hexToBytes(data), value, gasLimit: gas, block: this.#blockOf(block), gasPrice: 0n },
      })
      const { exceptionError, returnValue, executionGasUsed } = execResult
      const problem = exceptionError?.error as string | undefined
      return { isReverted: problem !== undefined, data: bytesToHex(returnValue), gasUsed: executionGasUsed, problem }
    })
  }

  #blockOf({ number, timestamp, baseFeePerGas }: BlockContext) {
    const header = { number, timestamp: BigInt(timestamp), baseFeePerGas, gasLimit: blockGasLimit }
    return createBlock({ header }, { common: this.common, skipConsensusFormatValidation: true })
  }

  #top(): State {
    const { accountStack, codeStack, storageStack } = this.#manager
    return {
      accounts: accountStack.at(-1) as State['accounts'],
      code: codeStack.at(-1) as State['code'],
      storage: storageStack.at(-1) as State['storage'],
    }
  }

  #on<T>(state: State, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      const accounts = new Map([...state.accounts].map(([address, account]) => [address, copyOf(account)]))
      Object.assign(this.#manager, {
        accountStack: [accounts],
        codeStack: [new Map(state.code)],
        storageStack: [new Map(state.storage)],
      })
      this.#manager.originalStorageCache.clear()
      return work()
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
