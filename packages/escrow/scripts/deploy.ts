/**
 * Deploys the registry through the deterministic deployer, to one address on every chain, and verifies its code. Does
 * nothing where it is deployed already.
 *
 *   node scripts/run.mjs deploy:escrow --rpc-url URL [--dry-run]
 *
 * The payer's private key is read from DEPLOYER_PRIVATE_KEY; `--dry-run` needs none.
 */
import { Command, CommanderError } from 'commander'
import type { Hex } from 'viem'

const program = new Command('node scripts/run.mjs deploy:escrow')
  .description('Deploys the registry by the deterministic deployer, and verifies what stands at its address.')
  .requiredOption('--rpc-url <url>', 'an endpoint of the chain')
  .option('--dry-run', 'say what stands there now, and send nothing', false)
  .addHelpText('after', '\nDEPLOYER_PRIVATE_KEY: a funded key, which has no rights afterwards. --dry-run needs none.')
  .showHelpAfterError()
  .exitOverride()
  .action(main)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

async function main({ rpcUrl, dryRun }: { rpcUrl: string; dryRun: boolean }): Promise<void> {
  const { createPublicClient, createWalletClient, formatEther, http } = await import('viem')
  const { privateKeyToAccount } = await import('viem/accounts')
  const { deployEscrow, inspectEscrow } = await import('../src/deploy.ts')
  const transport = http(rpcUrl)
  const publicClient = createPublicClient({ transport })
  const before = await inspectEscrow(publicClient)
  console.log(`chain                 ${before.chainId}`)
  console.log(`registry              ${before.registry}`)
  if (before.state === 'other_code') throw new Error('Other code than the registry’s stands at its address.')
  if (before.state === 'deployed') return console.log('deployed before, and verified')
  if (!before.hasDeployer)
    throw new Error('This chain has no deterministic deployer, so the registry cannot have this address.')
  if (dryRun) return console.log('not deployed yet; nothing was sent (--dry-run)')
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
  if (key === undefined) throw new Error('DEPLOYER_PRIVATE_KEY is not set.')
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw new Error('DEPLOYER_PRIVATE_KEY must be 0x and 64 hex digits.')
  return key as Hex
}
