import { endpointName } from '@tandem/chain'
import type { ChainConfig } from '@tandem/contracts'
import { type Command, InvalidArgumentError } from 'commander'
import { type Address, createClient, isAddress } from 'viem'
import { chainTransport } from '../chain-transport.ts'
import type { Context } from '../context.ts'
import { CheckFailed, type Finding, findingOf } from '../doctor/finding.ts'
import { inspectAccount } from '../doctor/inspect-account.ts'
import { inspectEndpoint } from '../doctor/inspect-endpoint.ts'
import { describeFailure, exitCodes } from '../failure.ts'
import type { Settings } from '../settings.ts'

export function doctorCommand(program: Command, { io, settings, end }: Context): void {
  program
    .command('doctor')
    .description(
      'looks whether everything that a swap needs is there: services, abilities of each endpoint, contracts, balances',
    )
    .option('--address <address>', 'whose balances are looked at; by default those of the key', parseAddress)
    .addHelpText('after', '\nExample:\n  tandem --network network.json --rpc base=https://… doctor')
    .action(async ({ address }: { address?: Address }) => {
      const at = settings()
      const account = address ?? (await at.addressOfKey())
      const withRegistry = at.network().chains.filter(({ registry_address }) => registry_address !== null)
      const stop = io.waiting('looking')
      const inspections = [inspectServices(at), ...withRegistry.map((chain) => inspectChain(at, chain, account))]
      const findings = (await Promise.all(inspections).finally(stop)).flat()
      if (account === undefined) io.note('no balances: name an account by --address, or the key (tandem --help)')
      if (at.json) io.json({ findings })
      else
        for (const { of, check, is_right, found } of findings)
          io.out(`${is_right ? '✓' : '✗'} ${of}: ${check}: ${found}`)
      end(findings.every(({ is_right }) => is_right) ? exitCodes.done : exitCodes.failed)
    })
}

function parseAddress(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new InvalidArgumentError('it is not an address')
  return text
}

function inspectServices(settings: Settings): Promise<Finding[]> {
  const client = settings.client()
  const ready = async (asked: Promise<unknown>) => {
    await asked.catch((error: unknown) => {
      throw new CheckFailed(describeFailure(error).message)
    })
    return 'yes'
  }
  return Promise.all([
    findingOf('orderbook', 'is ready', () => ready(client.getOrderbookReadiness())),
    findingOf('relayer', 'is ready', () => ready(client.getRelayerReadiness())),
  ])
}

async function inspectChain(at: Settings, chain: ChainConfig, account: Address | undefined): Promise<Finding[]> {
  const { chain: name } = chain
  const urls = at.endpoints()[name] ?? []
  if (urls.length === 0)
    return [{ of: name, check: 'endpoint', is_right: false, found: `none: --rpc ${name}=URL, or RPC_URLS` }]
  const inspections = urls.map((url, index) =>
    inspectEndpoint(createClient({ transport: chainTransport([url]) }), `${name} ${endpointName(url, index)}`, chain),
  )
  const held = account === undefined ? [] : [inspectHeld(at, chain, account, urls)]
  return (await Promise.all([...inspections, ...held])).flat()
}

const inspectHeld = (at: Settings, chain: ChainConfig, account: Address, urls: readonly string[]) =>
  inspectAccount(createClient({ transport: chainTransport(urls) }), {
    of: `${account} on ${chain.chain}`,
    account,
    chain,
    assets: at.network().assets,
  })
