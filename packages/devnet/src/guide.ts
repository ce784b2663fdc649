import pc from 'picocolors'
import { pad, toHex } from 'viem'
import { accounts } from './accounts.ts'
import { assetOf } from './balances.ts'
import { type Stack, serviceNames } from './stack.ts'

type Addresses = Pick<Stack, 'baseUrl' | 'relayerUrl' | 'network' | 'chains'>

/** The amount of the sample swap: 25 USDC. */
const amount = 25_000_000n
const json = `-H 'Content-Type: application/json'`

/** Shell commands for curl and node alone. The user's account is unlocked on anvil, so the transfer needs no wallet. */
export function sampleCommands({ baseUrl, relayerUrl, network, chains }: Addresses): string[] {
  const user = accounts.user.address
  const { token } = assetOf(network, 'devnet_a:usdc')
  const paddedAmount = pad(toHex(amount)).slice(2)
  return [
    `get() { node -p "JSON.parse(require('fs').readFileSync(0)).result.$1"; }`,
    `SECRET=0x$(node -p 'require("crypto").randomBytes(32).toString("hex")')`,
    `HASH=0x$(node -p 'require("crypto").createHash("sha256").update(process.argv[1].slice(2),"hex").digest("hex")' $SECRET)`,
    '# a quote, and the order that consumes it',
    `QUOTE=$(curl -s ${baseUrl}/quotes ${json} -d '{"source_asset":"devnet_a:usdc","destination_asset":"devnet_b:usdc","source_amount":"${amount}"}')`,
    `BODY=$(node -p 'const q=JSON.parse(process.argv[1]).result,recipient="${user}";JSON.stringify({user_id:"me",quote_id:q.quote_id,source:{...q.source,recipient},destination:{...q.destination,recipient},commitment_hash:process.argv[2]})' "$QUOTE" $HASH)`,
    `ORDER=$(curl -s ${baseUrl}/orders ${json} -d "$BODY")`,
    'ID=$(echo "$ORDER" | get order_id); VAULT=$(echo "$ORDER" | get source_intent.swap_id)',
    '# 25 USDC to the predicted vault; the relayer then creates it',
    `curl -s ${chains.devnet_a.anvil.rpcUrl} ${json} -d '{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{"from":"${user}","to":"${token}","data":"0xa9059cbb000000000000000000000000'\${VAULT#0x}'${paddedAmount}"}]}'`,
    `until curl -sf ${relayerUrl}/initiations ${json} -d '{"type":"prefunded","order_id":"'$ID'"}'; do sleep 1; done`,
    '# the market maker answers within seconds; then the secret may be revealed',
    `until [ "$(curl -s ${baseUrl}/orders/$ID | get status)" = destination_initiated ]; do sleep 1; done`,
    `curl -s ${relayerUrl}/claims ${json} -d '{"order_id":"'$ID'","secret":"'$SECRET'"}'`,
    `until [ "$(curl -s ${baseUrl}/orders/$ID | get status)" = completed ]; do sleep 1; done`,
    `curl -s ${baseUrl}/orders/$ID/explain; curl -s ${baseUrl}/stats`,
  ]
}

const hopsCommand = ({ networkFile, chains }: Stack): string => {
  const urls = Object.fromEntries(Object.values(chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]]))
  const environment = `NETWORK_FILE=${networkFile} RPC_URLS='${JSON.stringify(urls)}' HOPS_KEY=${accounts.faucet.privateKey}`
  return `${environment} node scripts/run.mjs hops status MESSAGE_ID   # or retry`
}

export function guide(stack: Stack, webUrl: string): string {
  const { baseUrl, relayerUrl, solverUrl, chains, network } = stack
  const { user, solver, relayer, faucet } = accounts
  const section = (title: string, lines: readonly string[]) =>
    `\n${pc.bold(title)}\n${lines.map((line) => `  ${line}`).join('\n')}`
  const tokens = network.assets.map(({ asset, token_address, permit }) => {
    const remark = permit ? 'with permit' : ''
    return `${asset.padEnd(14)}  ${token_address}  ${remark}`.trimEnd()
  })
  return [
    section('Services', [
      `page       ${webUrl}   swap, and follow every order`,
      `orderbook  ${baseUrl}   reference ${baseUrl}/docs`,
      `relayer    ${relayerUrl}   reference ${relayerUrl}/docs`,
      `solver     ${solverUrl}   /health, /metrics`,
      ...Object.values(chains).map(({ name, anvil }) => `${name}   ${anvil.rpcUrl}   chain id ${anvil.chainId}`),
      `logs       ${stack.logDir}`,
      `network    ${stack.networkFile}`,
    ]),
    section('Accounts (anvil’s own keys: worthless elsewhere)', [
      `user     ${user.address}  ${user.privateKey}`,
      `faucet   ${faucet.address}  ${faucet.privateKey}`,
      `solver   ${solver.address}`,
      `relayer  ${relayer.address}`,
    ]),
    section('Assets (anyone may mint the tokens: mint(address,uint256))', tokens),
    section('A whole swap: paste these into bash', sampleCommands(stack)),
    section('The message of a hop (bridge_message_id of its destination_intent)', [hopsCommand(stack)]),
    section('A swap in the page', [
      `open ${webUrl}, press "Connect wallet" and choose "Devnet wallet": it has the user's account, and nothing is installed`,
    ]),
    section('Stop a service by hand, and start it again', [
      ...serviceNames.map((name) => `kill ${stack[name].pid}   stops the ${name}, which stays down`),
      `kill -USR2 ${process.pid}   starts what was stopped, and prints its new process id`,
      'A service that dies in another way, as by kill -9, is started again by itself.',
    ]),
    `\n${pc.dim('Ctrl-C ends everything and removes its files.')}\n`,
  ].join('\n')
}
