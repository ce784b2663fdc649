import type { Address, Hex } from 'viem'
import { openSigner } from './open-signer.ts'
import type { SignableTransaction, Signer } from './signer.ts'
import type { NamedSigner } from './signer-config.ts'
import { reasonOf, SignerError } from './signer-error.ts'

/** The keys of a process. It is empty until it is opened. */
export interface Keyring {
  readonly addresses: readonly Address[]
  /**
   * Opens every key.
   *
   * @throws SignerError that names each key that cannot be reached or is there twice.
   */
  open(): Promise<void>
  /** @throws SignerError naming the signer. */
  sign(address: Address, transaction: SignableTransaction): Promise<Hex>
}

export function makeKeyring(chain: string, named: readonly NamedSigner[]): Keyring {
  let opened: ReadonlyMap<Address, { name: string; signer: Signer }> = new Map()
  return {
    get addresses() {
      return [...opened.keys()]
    },
    async open() {
      const found = new Map<Address, { name: string; signer: Signer }>()
      const problems: string[] = []
      for (const { name, signer, problem } of await Promise.all(named.map(tryToOpen))) {
        if (signer === undefined) {
          problems.push(`${name}: ${problem}`)
          continue
        }
        const twin = found.get(signer.address)
        if (twin !== undefined) problems.push(`${name} and ${twin.name} are both ${signer.address}`)
        found.set(signer.address, { name, signer })
      }
      if (problems.length > 0) throw new SignerError(problems.map((problem) => `${chain}: ${problem}`).join('\n'))
      opened = found
    },
    async sign(address, transaction) {
      const entry = opened.get(address)
      if (entry === undefined) throw new SignerError(`${chain}: there is no key of ${address}`)
      try {
        return await entry.signer.signTransaction(transaction)
      } catch (error) {
        throw new SignerError(`${chain}: ${entry.name}: ${reasonOf(error)}`)
      }
    },
  }
}

async function tryToOpen({ name, signer }: NamedSigner) {
  try {
    return { name, signer: await openSigner(signer) }
  } catch (error) {
    return { name, problem: reasonOf(error) }
  }
}
