import type { StateManagerInterface } from '@ethereumjs/common'
import { Account, type Address, bytesToHex } from '@ethereumjs/util'
import { type Hex, keccak256 } from 'viem'

/** The accounts, code and storage of a chain at a block. A state never changes: the next block has another one. */
export interface State {
  accounts: ReadonlyMap<Hex, Account | undefined>
  code: ReadonlyMap<Hex, Uint8Array>
  storage: ReadonlyMap<string, Uint8Array>
}

/** What was written since a checkpoint. */
interface Layer {
  accounts: Map<Hex, Account | undefined>
  code: Map<Hex, Uint8Array>
  storage: Map<string, Uint8Array>
}

type AccountFields = Parameters<StateManagerInterface['modifyAccountFields']>[1]

const nothing = new Uint8Array(0)
const newLayer = (): Layer => ({ accounts: new Map(), code: new Map(), storage: new Map() })
const keyOf = (address: Address): Hex => address.toString()
const slotOf = (address: Address, key: Uint8Array): string => `${address.toString()}_${bytesToHex(key)}`
const copyOf = (account: Account | undefined): Account | undefined =>
  account && Object.assign(Object.create(Account.prototype), account)

/** The writes of one run on top of a state that does not change. A checkpoint costs a layer, and no copy. */
export class LayeredState implements StateManagerInterface {
  #base: State = newLayer()
  #layers: Layer[] = [newLayer()]

  /** Begins a run on a state. */
  begin(base: State): void {
    this.#base = base
    this.#layers = [newLayer()]
  }

  /** The state with everything that the run wrote. */
  result(): State {
    const { accounts, code, storage } = this.#top()
    const { accounts: before, code: codeBefore, storage: storageBefore } = this.#base
    return {
      accounts: new Map([...before, ...accounts]),
      code: code.size === 0 ? codeBefore : new Map([...codeBefore, ...code]),
      storage: storage.size === 0 ? storageBefore : new Map([...storageBefore, ...storage]),
    }
  }

  #top = (): Layer => this.#layers.at(-1) as Layer

  async getAccount(address: Address): Promise<Account | undefined> {
    const key = keyOf(address)
    const written = this.#layers.findLast(({ accounts }) => accounts.has(key))
    return copyOf((written ?? this.#base).accounts.get(key))
  }
  async putAccount(address: Address, account?: Account): Promise<void> {
    this.#top().accounts.set(keyOf(address), copyOf(account))
  }
  deleteAccount(address: Address): Promise<void> {
    return this.putAccount(address, undefined)
  }
  async modifyAccountFields(address: Address, fields: AccountFields): Promise<void> {
    const { nonce, balance, storageRoot, codeHash, codeSize } = fields
    const account = (await this.getAccount(address)) ?? new Account()
    account.nonce = nonce ?? account.nonce
    account.balance = balance ?? account.balance
    account.storageRoot = storageRoot ?? account.storageRoot
    account.codeHash = codeHash ?? account.codeHash
    account.codeSize = codeSize ?? account.codeSize
    await this.putAccount(address, account)
  }

  async getCode(address: Address): Promise<Uint8Array> {
    const key = keyOf(address)
    return (this.#layers.findLast(({ code }) => code.has(key)) ?? this.#base).code.get(key) ?? nothing
  }
  getCodeSize = async (address: Address): Promise<number> => (await this.getCode(address)).length
  async putCode(address: Address, value: Uint8Array): Promise<void> {
    this.#top().code.set(keyOf(address), value)
    await this.modifyAccountFields(address, { codeHash: keccak256(value, 'bytes') })
  }

  async getStorage(address: Address, key: Uint8Array): Promise<Uint8Array> {
    const slot = slotOf(address, key)
    return (this.#layers.findLast(({ storage }) => storage.has(slot)) ?? this.#base).storage.get(slot) ?? nothing
  }
  async putStorage(address: Address, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.#top().storage.set(slotOf(address, key), value)
  }
  async clearStorage(address: Address): Promise<void> {
    const { storage } = this.#top()
    for (const one of [this.#base, ...this.#layers])
      for (const slot of one.storage.keys()) if (slot.startsWith(`${keyOf(address)}_`)) storage.set(slot, nothing)
  }
  /** The storage as the run found it. */
  readonly originalStorageCache = {
    get: async (address: Address, key: Uint8Array): Promise<Uint8Array> =>
      this.#base.storage.get(slotOf(address, key)) ?? nothing,
    clear: () => undefined,
  }

  async checkpoint(): Promise<void> {
    this.#layers.push(newLayer())
  }
  async revert(): Promise<void> {
    this.#layers.pop()
  }
  async commit(): Promise<void> {
    const done = this.#layers.pop() as Layer
    const below = this.#top()
    for (const [key, account] of done.accounts) below.accounts.set(key, account)
    for (const [key, code] of done.code) below.code.set(key, code)
    for (const [slot, value] of done.storage) below.storage.set(slot, value)
  }

  clearCaches = (): void => undefined
  shallowCopy = (): StateManagerInterface => new LayeredState()
  hasStateRoot = async (): Promise<boolean> => false
  getStateRoot = (): never => noRoot()
  setStateRoot = (): never => noRoot()
}

function noRoot(): never {
  throw new Error('a simulated state has no root')
}
