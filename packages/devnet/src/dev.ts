import pc from 'picocolors'
import { accounts } from './accounts.ts'
import { type Stack, startStack } from './stack.ts'

/** Fixed, so that an application under development finds them again. */
const ports = { orderbook: 4100, relayer: 4200, solver: 4300, devnet_a: 8545, devnet_b: 8546 } as const

/** Starts everything on fixed ports and says how to use it. */
export async function startDev(
  write: (line: string) => void,
  onStart: (stop: () => Promise<void>) => void,
): Promise<void> {
  write(`\n${pc.bold('Tandem devnet')}\n`)
  const stack = await startStack({ ports, onStart, onProgress: (part) => write(pc.dim(`  started ${part}`)) })
  write(guide(stack))
}

function guide(stack: Stack): string {
  const { baseUrl, relayerUrl, chains } = stack
  const { user, faucet, solver } = accounts
  const section = (title: string, lines: string[]) =>
    `\n${pc.bold(title)}\n${lines.map((line) => `  ${line}`).join('\n')}`
  return [
    section('Services', [
      `orderbook  ${baseUrl}      reference ${baseUrl}/docs`,
      `relayer    ${relayerUrl}      reference ${relayerUrl}/docs`,
      ...Object.values(chains).map(({ name, anvil }) => `${name}   ${anvil.rpcUrl}      chain id ${anvil.chainId}`),
      `logs       ${stack.logDir}`,
      `network    ${stack.networkFile}`,
    ]),
    section('Accounts (anvil’s own: worthless elsewhere)', [
      `user    ${user.address}  ${user.privateKey}`,
      `solver  ${solver.address}`,
      `faucet  ${faucet.address}  ${faucet.privateKey}  (tokens have an open mint(address,uint256))`,
    ]),
    section('Try it: paste these in one shell', [
      'SECRET=$(openssl rand -hex 32)',
      "HASH=0x$(printf %s $SECRET | xxd -r -p | sha256sum | cut -d' ' -f1)",
      `QUOTE=$(curl -s ${baseUrl}/quotes -H 'Content-Type: application/json' -d '{"source_asset":"devnet_a:usdc","destination_asset":"devnet_b:usdc","source_amount":"25000000"}')`,
      `curl -s ${baseUrl}/orders -H 'Content-Type: application/json' -d "$(node -pe 'const q=JSON.parse(process.argv[1]).result,r="${user.address}";JSON.stringify({user_id:"me",quote_id:q.quote_id,source:{...q.source,recipient:r},destination:{...q.destination,recipient:r},commitment_hash:process.argv[2]})' "$QUOTE" "$HASH")"`,
      `curl -s ${baseUrl}/orders?limit=1`,
      `curl -s ${baseUrl}/stats`,
      '# fund the source vault (its swap_id), wait for destination_initiated, then:',
      `curl -s ${relayerUrl}/claims -H 'Content-Type: application/json' -d "{\\"order_id\\":\\"ORDER_ID\\",\\"secret\\":\\"0x$SECRET\\"}"`,
    ]),
    `\n${pc.dim('Ctrl-C ends everything and removes its files.')}\n`,
  ].join('\n')
}
