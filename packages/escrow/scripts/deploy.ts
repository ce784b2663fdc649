/**
 * Deploys the registry to a chain through the deterministic deployer, so that it has one address on every chain, and
 * verifies what stands there. Does nothing where it is deployed already.
 *
 *   npm run deploy:escrow -- --rpc-url URL [--dry-run]
 *
 * The payer's private key is read from DEPLOYER_PRIVATE_KEY; `--dry-run` needs none.
 */
import { parseArgs } from 'node:util'
import { createPublicClient, createWalletClient, formatEther, type Hex, http, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployEscrow, inspectEscrow } from '../src/deploy.ts'

const usage = 'Usage: DEPLOYER_PRIVATE_KEY=0x… npm run deploy:escrow -- --rpc-url URL [--dry-run]'

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'rpc-url': { type: 'string' }, 'dry-run': { type: 'boolean' } } })
  const rpcUrl = values['rpc-url']
  if (rpcUrl === undefined) throw new Error(usage)
  const transport = http(rpcUrl)
  const publicClient = createPublicClient({ transport })
  const before = await inspectEscrow(publicClient)
  console.log(`chain                 ${before.chainId}`)
  console.log(`registry              ${before.registry}`)
  if (before.state === 'other_code') throw new Error('Other code than the registry’s stands at its address.')
  if (before.state === 'deployed') return console.log('deployed before, and verified')
  if (!before.hasDeployer)
    throw new Error('This chain has no deterministic deployer, so the registry cannot have this address.')
  if (values['dry-run'] === true) return console.log('not deployed yet; nothing was sent (--dry-run)')
  const account = privateKeyToAccount(deployerKey())
  const balance = await publicClient.getBalance({ address: account.address })
  console.log(`paid by               ${account.address} (${formatEther(balance)} of the native token)`)
  await deployEscrow({ publicClient, walletClient: createWalletClient({ account, transport }) })
  const after = await inspectEscrow(publicClient)
  if (after.state !== 'deployed') throw new Error(`The deployment did not end as it should: ${after.state}.`)
  console.log('deployed, and verified')
}

/** The key itself never appears in a message. */
function deployerKey(): Hex {
  const key = process.env.DEPLOYER_PRIVATE_KEY
  if (key === undefined) throw new Error(`DEPLOYER_PRIVATE_KEY is not set.\n${usage}`)
  if (!isHex(key) || key.length !== 66) throw new Error('DEPLOYER_PRIVATE_KEY must be 0x and 64 hex digits.')
  return key
}
