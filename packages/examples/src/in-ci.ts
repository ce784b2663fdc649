/** Tests an app against the devnet: one swap completes, and one is refunded. */
import assert from 'node:assert/strict'
import { execSync } from 'node:child_process'
import { test } from 'node:test'
import { createClient, type KnownNetwork, memoryStore, Swap } from '@tandem/sdk'
import { createTestClient, createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const page = process.env.PAGE_URL ?? 'http://127.0.0.1:4400'
const read = async (file: string) => (await fetch(`${page}/${file}.json`)).json()
const { base_url: baseUrl, relayer_url: relayerUrl, rpc_urls: endpoints } = await read('config')
const network = (await read('network')) as KnownNetwork
const client = createClient({ baseUrl, relayerUrl })
const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const walletOn = (chain: string) => createWalletClient({ account, transport: http(endpoints[chain][0]) })

const start = () =>
  Swap.start(
    {
      userId: 'ci',
      sourceAsset: 'devnet_a:usdc',
      destinationAsset: 'devnet_b:usdc',
      sourceAmount: 25_000_000n,
      minReceived: 24_900_000n,
      sourceAddress: account.address,
      destinationAddress: account.address,
    },
    { client, network, evidence: { endpoints }, save: memoryStore().save },
  )
const finish = (swap: Swap) =>
  swap.run({
    path: 'permit',
    wallet: walletOn('devnet_a'),
    destinationWallet: walletOn('devnet_b'),
    submitter: { by: 'relayer', client },
  })

test('the user is paid', async () => {
  assert.equal((await finish(await start())).outcome, 'completed')
})

// This must be the last test, because it moves the chains' clocks ahead of the machine's.
test('the user gets the amount back when no market maker pays', async () => {
  // The solver listens on port 4300. When it is told to stop, nothing starts it again.
  execSync(process.env.STOP_SOLVER ?? 'kill $(lsof -t -i tcp:4300 -s tcp:listen)')
  const swap = await start()
  await swap.initiate('permit', walletOn('devnet_a'), { by: 'relayer', client })
  const { source_intent: source } = await swap.waitFor(['source_initiated'])
  for (const name of ['devnet_a', 'devnet_b']) {
    const chain = createTestClient({ mode: 'anvil', transport: http(endpoints[name][0]) }).extend(publicActions)
    const { timestamp } = await chain.getBlock()
    await chain.increaseTime({ seconds: source.cancel_after - Number(timestamp) + 1 })
    await chain.mine({ blocks: 3 })
  }
  assert.equal((await finish(swap)).outcome, 'refunded')
})
