/**
 * Compiles the contracts and writes their ABIs and creation code. With `--check`, it only fails
 * when a committed one is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escrowRoot, forgeBuild } from './forge.ts'
import { type AbiItem, leanAbiText } from './lean-abi.ts'

const contracts = [
  'EscrowRegistry',
  'HopBridge',
  'VaultLens',
  'PayoutLens',
  'TestToken',
  'TestPermitToken',
  'TestAuthorizedToken',
  'DevnetMessenger',
  'DevnetTokenHome',
  'DevnetTokenRemote',
]
const isCheck = process.argv.includes('--check')

forgeBuild(['contracts'])

const header = '// Made by `npm run generate` from packages/escrow/contracts. Do not edit.\n'
const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

const artifacts = contracts.map((name) => {
  const artifact = JSON.parse(readFileSync(join(escrowRoot, `out/${name}.sol/${name}.json`), 'utf8'))
  return {
    name: camel(name),
    abi: artifact.abi as AbiItem[],
    bytecode: artifact.bytecode.object as string,
    deployed: artifact.deployedBytecode as Deployed,
  }
})

interface Deployed {
  object: string
  immutableReferences: Record<string, { start: number; length: number }[]>
}

const payoutLens = artifacts.find(({ name }) => name === 'payoutLens')?.deployed
if (payoutLens === undefined) throw new Error('there is no payout lens')

const deployed = ['escrowRegistry', 'hopBridge'].map((name) => {
  const code = artifacts.find((artifact) => artifact.name === name)?.deployed
  if (code === undefined) throw new Error(`there is no ${name}`)
  const immutables = Object.values(code.immutableReferences)
    .flat()
    .sort((one, other) => one.start - other.start)
  return { name, runtime: { code: code.object, immutables } }
})

const itemsOf = (contract: string, names: readonly string[]) =>
  names.map((name) =>
    artifacts
      .find((artifact) => artifact.name === contract)
      ?.abi.find((item) => item.name === name && item.type !== 'error'),
  )

const registryCalls = [
  ...['vaultAddress', 'stateOf', 'claim', 'claimBatch', 'claimHop', 'claimTo', 'cancel', 'cancelWithConsent', 'sweep'],
  'recoverPrefund',
]
const creations = [
  ...['createEscrow', 'createEscrowBatch', 'createEscrowNative', 'createEscrowPermit', 'createEscrowSigned'],
  ...['createEscrowSignedBatch', 'createEscrowPermit2', 'createEscrowAuthorized'],
]
const abisOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${name}Abi`, itemsOf('escrowRegistry', [name])]))
const leanAbis = {
  ...abisOf(registryCalls),
  escrowEventsAbi: itemsOf('escrowRegistry', [
    ...['EscrowCreated', 'EscrowClaimed', 'EscrowHopDispatched', 'EscrowCancelled'],
  ]),
  hopRouteAbi: itemsOf('hopBridge', ['isRouteOpen']),
  hopMessageAbi: itemsOf('devnetMessenger', [
    ...['retrySendCrossChainMessage', 'retryMessageExecution', 'SendCrossChainMessage'],
  ]),
  hopStateAbi: itemsOf('devnetMessenger', ['messageReceived', 'receivedFailedMessageHashes']),
}

const files: Record<string, string> = {
  'src/generated/abi.ts':
    header +
    artifacts.map(({ name, abi }) => `\nexport const ${name}Abi = ${JSON.stringify(abi, null, 2)} as const\n`).join(''),
  'src/generated/lean-abi.ts': header + leanAbiText(leanAbis),
  // This ABI has a file of its own, because a page loads it only together with the code that pays.
  'src/generated/creation-abi.ts': header + leanAbiText(abisOf(creations)),
  'src/generated/bytecode.ts':
    header +
    artifacts.map(({ name, bytecode }) => `\nexport const ${name}Bytecode = '${bytecode}' as const\n`).join('') +
    deployed
      .map(
        ({ name, runtime }) =>
          `\n/** The contract's code as it stands on a chain, its immutables as zeros. */\nexport const ${name}Runtime = ${JSON.stringify(runtime, null, 2)} as const\n`,
      )
      .join('') +
    `\n/** The code of the payout lens as it stands where a question puts it. */\nexport const payoutLensRuntime = '${payoutLens.object}' as const\n`,
}

for (const [path, text] of Object.entries(files)) {
  const file = join(escrowRoot, path)
  if (!isCheck) {
    writeFileSync(file, text)
    console.log(`wrote packages/escrow/${path}`)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`packages/escrow/${path} is stale; run: npm run generate`)
    process.exitCode = 1
  }
}
