/** Receipts of an orderbook that tells the truth, and of one that lies: `tandem verify --receipt` needs no server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type OrderWire, orderReceiptTypedData, receiptMessageOf } from '@tandem/contracts'
import { accounts } from '@tandem/devnet'
import { Swap } from '@tandem/sdk'
import { fileStore } from '@tandem/sdk/node'
import { privateKeyToAccount } from 'viem/accounts'
import { commandLine } from '../../support/command-line.ts'
import { honestServices } from '../../support/honest-services.ts'
import { mineDepth, startTwoChains, type TwoChains } from '../../support/two-chains.ts'
import { evidenceOf, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
let cli: ReturnType<typeof commandLine>
beforeAll(async () => {
  chains = await startTwoChains()
  cli = commandLine(chains)
})
afterAll(async () => {
  cli?.remove()
  await chains?.stop()
})

const orderbook = privateKeyToAccount(accounts.receipts.privateKey)
const other = privateKeyToAccount(accounts.relayer.privateKey)

/** The receipt of an answer, as the orderbook signs it. */
async function receiptOf(order: OrderWire, by = orderbook) {
  const idOf = (name: string) => chains.network.chains.find(({ chain }) => chain === name)?.chain_id ?? 0
  const { source_intent: source, destination_intent: destination } = order
  const message = receiptMessageOf(order, { source: idOf(source.chain), destination: idOf(destination.chain) })
  return { signer: by.address, message, signature: await by.signTypedData(orderReceiptTypedData(message)) }
}

const signing = async (order: OrderWire) => ({ ...order, receipt: await receiptOf(order) })

/** A swap whose source stands. */
async function begunSwap(): Promise<Swap> {
  const store = fileStore(cli.swaps)
  const { client } = honestServices(chains, { lies: { order: signing }, isMakerThere: false })
  const options = { client, network: chains.network, evidence: evidenceOf(chains), save: store.save }
  const swap = await Swap.start(usdcRequest, options)
  await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
  await mineDepth(chains)
  return swap
}

async function verify(content: unknown, words: readonly string[] = []) {
  const file = join(cli.folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(content))
  const { exitCode, out, notes } = await cli.tandem(['--json', 'verify', ...words, '--receipt', file])
  const answers = out.split('\n').map((line) => JSON.parse(line))
  const wrong = answers.flatMap(({ lines = [] }) =>
    lines.filter((one: { isRight: boolean }) => !one.isRight).map(({ check }: { check: string }) => check),
  )
  return { exitCode, answers, wrong, notes, out }
}

describe('tandem verify --receipt', () => {
  it('bears out what the state of a swap has kept, and writes no secret', async () => {
    const { state } = await begunSwap()
    expect(state.receipts?.map(({ message }) => message.status)).toEqual(['created'])
    const { exitCode, wrong, out, notes } = await verify(state)
    expect([exitCode, wrong]).toEqual([0, []])
    expect(`${out}${notes}`).not.toContain(state.secret.slice(2))
  })

  it('finds a false `completed` to be evidence against its signer', async () => {
    const { order } = await begunSwap()
    const receipt = await receiptOf({ ...(order as OrderWire), status: 'completed' })
    const { exitCode, wrong, answers, notes } = await verify(receipt)
    expect([exitCode, wrong, answers[0]?.evidence_against]).toEqual([3, ['status completed'], orderbook.address])
    expect(notes).toContain('evidence')
  })

  it.each<[string, (order: OrderWire) => Promise<unknown>, string[]]>([
    [
      'by another key',
      (order) => receiptOf({ ...order, status: 'completed' }, other),
      ['signed by a key of the network file'],
    ],
    [
      'by another key that names the orderbook’s',
      async (order) => ({ ...(await receiptOf({ ...order, status: 'completed' }, other)), signer: orderbook.address }),
      ['signature'],
    ],
    [
      'with another status than was signed',
      async (order) => {
        const receipt = await receiptOf(order)
        return { ...receipt, message: { ...receipt.message, status: 'completed' } }
      },
      ['signature'],
    ],
    [
      'of an escrow that its terms do not give',
      (order) => receiptOf({ ...order, source_intent: { ...order.source_intent, amount: '1' } }),
      ['source address follows from the terms'],
    ],
    [
      'of another registry',
      (order) =>
        receiptOf({
          ...order,
          source_intent: { ...order.source_intent, registry_address: order.source_intent.swap_id },
        }),
      ['registry of the source', 'source address follows from the terms'],
    ],
  ])('takes a receipt %s for no evidence', async (_name, receipt, lines) => {
    const { order } = await begunSwap()
    const { exitCode, wrong, answers } = await verify(await receipt(order as OrderWire))
    expect([exitCode, wrong, answers[0]?.evidence_against]).toEqual([3, lines, null])
  })

  it('refuses the receipt of another order', async () => {
    const { order } = await begunSwap()
    const { exitCode, wrong } = await verify(await receiptOf(order as OrderWire), [
      '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10',
    ])
    expect([exitCode, wrong]).toEqual([3, ['order']])
  })

  it('repeats nothing of a file without a receipt, and leaves with 2', async () => {
    const { exitCode, out } = await verify({ secret: 'a secret' })
    expect([exitCode, out.includes('a secret')]).toEqual([2, false])
  })
})
