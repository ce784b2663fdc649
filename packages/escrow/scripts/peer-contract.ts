import { createRequire } from 'node:module'
import { type Abi, type Address, encodeDeployData, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { deployDeterministic } from '../src/deploy.ts'
import type { Bench } from './gas-bench.ts'
import type { GasRow } from './gas-table.ts'
import { standardJsonOf } from './standard-json.ts'

/** `published` is what the peer's own code took. */
export interface PeerGas {
  label: string
  gas: number
  published: number
  /** Our operation of that kind. */
  ours: GasRow
}

export interface Built {
  abi: Abi
  bytecode: Hex
}

/** With the settings of ours, and via-IR where the peer is. */
export function build(contract: string, { viaIR = false } = {}): Built {
  const solc = createRequire(import.meta.url)('solc')
  const input = standardJsonOf(contract, 'peers')
  const { contracts } = JSON.parse(solc.compile(JSON.stringify({ ...input, settings: { ...input.settings, viaIR } })))
  const { abi, evm } = contracts[`peers/${contract}.sol`][contract]
  return { abi, bytecode: `0x${evm.bytecode.object}` }
}

export async function deploy(bench: Bench, { abi, bytecode }: Built, args: readonly unknown[]): Promise<Address> {
  const initCode = encodeDeployData({ abi, bytecode, args })
  const { address } = await deployDeterministic({ ...bench.clients, initCode })
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [address, 2n ** 255n] })
  await bench.creator.send(bench.token, approval)
  return address
}
