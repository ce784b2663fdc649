import { createBlock } from '@ethereumjs/block'
import { type Common, createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import type { TypedTransaction } from '@ethereumjs/tx'
import { Account, createAddressFromString, createZeroAddress, hexToBytes } from '@ethereumjs/util'
import { createVM, runTx, type VM } from '@ethereumjs/vm'
import { type Address, bytesToHex, type Hex } from 'viem'
import { LayeredState, type State } from './layered-state.ts'

/** The block in which code runs, with amounts in wei and times in unix seconds. */
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

/** What a call did. */
export interface Called {
  isReverted: boolean
  data: Hex
  gasUsed: bigint
  problem: string | undefined
  /**
   * True when the call has read the block's number or time: with the same state, it may do something else in another
   * block.
   */
  isOfBlock: boolean
}

export const blockGasLimit = 60_000_000n

/** The fields of a block's header that are the same in each block. */
const fixedHeader = {
  coinbase: createZeroAddress(),
  difficulty: 0n,
  prevRandao: new Uint8Array(32),
  getBlobGasPrice: () => 1n,
}

/** Runs code on states, one run after the other. */
export class SimulatedEvm {
  readonly common: Common
  readonly #vm: VM
  readonly #manager: LayeredState
  #last: Promise<unknown> = Promise.resolve()

  private constructor(common: Common, vm: VM, manager: LayeredState) {
    this.common = common
    this.#vm = vm
    this.#manager = manager
  }

  static async create(chainId: number): Promise<SimulatedEvm> {
    const common = createCustomCommon({ chainId }, Mainnet, { hardfork: Hardfork.Prague })
    const stateManager = new LayeredState()
    return new SimulatedEvm(common, await createVM({ common, stateManager }), stateManager)
  }

  /** A state in which these accounts have wei, and code is deployed. */
  genesis(balances: ReadonlyMap<Address, bigint>, code: ReadonlyMap<Address, Hex>): Promise<State> {
    const empty: State = { accounts: new Map(), code: new Map(), storage: new Map() }
    return this.#on(empty, async () => {
      for (const [address, balance] of balances)
        await this.#manager.putAccount(createAddressFromString(address), new Account(0n, balance))
      for (const [address, bytes] of code)
        await this.#manager.putCode(createAddressFromString(address), hexToBytes(bytes))
      return this.#manager.result()
    })
  }

  /** The state after a transaction, and what the transaction did; or why it cannot be in the block. */
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
      return { state: this.#manager.result(), ran }
    })
  }

  /** Runs a call, of which nothing stays. */
  call(state: State, block: BlockContext, call: Call): Promise<Called> {
    return this.#on(state, async () => {
      let isOfBlock = false
      const ofBlock = <T>(value: T): T => {
        isOfBlock = true
        return value
      }
      const header = {
        ...fixedHeader,
        ...{ baseFeePerGas: block.baseFeePerGas, gasLimit: blockGasLimit },
        get number() {
          return ofBlock(block.number)
        },
        get timestamp() {
          return ofBlock(BigInt(block.timestamp))
        },
      }
      const { from = '0x0000000000000000000000000000000000000000', to, data, value, gas } = call
      const { execResult } = await this.#vm.evm.runCall({
        caller: createAddressFromString(from),
        origin: createAddressFromString(from),
        ...(to === undefined ? {} : { to: createAddressFromString(to) }),
        ...{ data: hexToBytes(data), value, gasLimit: gas, block: { header }, gasPrice: 0n },
      })
      const { exceptionError, returnValue, executionGasUsed } = execResult
      const problem = exceptionError?.error as string | undefined
      const isReverted = problem !== undefined
      return { isReverted, data: bytesToHex(returnValue), gasUsed: executionGasUsed, problem, isOfBlock }
    })
  }

  #blockOf({ number, timestamp, baseFeePerGas }: BlockContext) {
    const header = { number, timestamp: BigInt(timestamp), baseFeePerGas, gasLimit: blockGasLimit }
    return createBlock({ header }, { common: this.common, skipConsensusFormatValidation: true })
  }

  #on<T>(state: State, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      this.#manager.begin(state)
      return work()
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
