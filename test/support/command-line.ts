/** Runs the command line in this process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli } from '@tandem/cli'
import { accounts } from '@tandem/devnet'
import type { TwoChains } from './two-chains.ts'

export interface CliRun {
  /** The URL of both services. Without it, no server is named. */
  url?: string
  env?: Record<string, string>
  /** An abort of this signal stands for Ctrl-C. */
  signal?: AbortSignal
  onNote?: (line: string) => void
  /** The endpoints of each chain. By default there is one that tells the truth. */
  endpoints?: (rpcUrl: string) => string[]
  /** Whether the network file is named. */
  isPinned?: boolean
}

/** A user with a folder for swaps, a key file, a network file and an endpoint of each chain. */
export function commandLine(chains: TwoChains) {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-cli-'))
  writeFileSync(join(folder, 'network.json'), JSON.stringify(chains.network))
  writeFileSync(join(folder, 'key'), `${accounts.user.privateKey}\n`)

  /** Runs one command. */
  async function tandem(args: readonly string[], run: CliRun = {}) {
    const { url, env = {}, onNote = () => {}, endpoints = (rpcUrl) => [rpcUrl], isPinned = true } = run
    const [out, notes]: [string[], string[]] = [[], []]
    const at = url === undefined ? [] : ['--orderbook', url, '--relayer', url]
    const rpc = (['a', 'b'] as const).flatMap((name) =>
      endpoints(chains[name].anvil.rpcUrl).flatMap((one) => ['--rpc', `devnet_${name}=${one}`]),
    )
    const network = isPinned ? ['--network', join(folder, 'network.json')] : []
    const exitCode = await runCli([...network, '--state', join(folder, 'swaps'), ...at, ...rpc, ...args], {
      env: { TANDEM_PRIVATE_KEY_FILE: join(folder, 'key'), ...env },
      out: (line) => void out.push(line),
      note: (line) => {
        notes.push(line)
        onNote(line)
      },
      waiting: () => () => {},
      signal: run.signal ?? new AbortController().signal,
    })
    return { exitCode, out: out.join('\n'), notes: notes.join('\n') }
  }
  return {
    folder,
    /** Where swaps are kept. */
    swaps: join(folder, 'swaps'),
    tandem,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
