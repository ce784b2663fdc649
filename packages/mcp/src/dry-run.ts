import { type Network, quoteSchema } from '@tandem/contracts'
import { type InitiationPath, Swap, type SwapRequest, type TandemClient, type Wallet, walletSecrets } from '@tandem/sdk'
import { createClient, custom, type Hex, keccak256, parseTransaction, serializeTransaction, zeroHash } from 'viem'
import { toAccount } from 'viem/accounts'
import { expectedOrder } from './expected-order.ts'

/** One thing that a swap would sign or send. */
export type DryStep = Readonly<Record<string, unknown>> & { does: string }

/** Takes the place of every signature in a dry run. It has the length of a signature, and no key has made it. */
const noSignature: Hex = `0x${'11'.repeat(64)}1b`

const noOrders = {
  data: [],
  page: 1,
  limit: 1,
  total: 0,
  total_is_exact: true,
  total_pages: 0,
  has_more: false,
  next_cursor: null,
}

interface Recording {
  steps: DryStep[]
  /** True once the source escrow would be paid. The recording ends there, because later steps depend on the chains. */
  isWhole: boolean
}

/**
 * Runs a swap of the SDK without any effect: the wallet signs nothing, and no order or initiation is sent to the
 * services. Only the quote is real, and the chains are read.
 *
 * @returns what the swap would sign and send, in order.
 * @throws TandemError, and viem's errors, if the swap would fail.
 */
export async function dryRun(
  request: SwapRequest,
  { wallet, client, network, path }: { wallet: Wallet; client: TandemClient; network: Network; path: InitiationPath },
): Promise<DryStep[]> {
  const recording: Recording = { steps: [], isWhole: false }
  const dry = recordingWallet(wallet, path, recording)
  const services = recordingServices(client, network, recording)
  const options = { client: services, network, save: () => undefined, secrets: walletSecrets(dry) }
  try {
    const swap = await Swap.start(request, options)
    await swap.initiate(path, dry, path === 'native' ? { by: 'wallet' } : { by: 'relayer', client: services })
  } catch (error) {
    if (!recording.isWhole) throw error
  }
  return recording.steps
}

function recordingServices(client: TandemClient, network: Network, recording: Recording): TandemClient {
  const quotes = new Map<string, ReturnType<typeof quoteSchema.parse>>()
  const post = (to: string, body: object) => {
    const text = JSON.stringify(body).replaceAll(noSignature, '<signature>')
    recording.steps.push({ does: 'send', to, body: JSON.parse(text) as object })
  }
  return {
    ...client,
    async createQuote(body) {
      const quote = quoteSchema.parse(await client.createQuote(body))
      quotes.set(quote.quote_id, quote)
      return quote
    },
    listOrders: async () => noOrders,
    async createOrder(body) {
      post('orderbook: POST /orders', body)
      const quote = quotes.get(body.quote_id)
      if (quote === undefined) throw new Error('an order without a quote')
      return expectedOrder(body, quote, network)
    },
    async createInitiation(body) {
      post('relayer: POST /initiations', body)
      recording.isWhole = true
      throw new Error('nothing is sent in a dry run')
    },
  }
}

function recordingWallet(wallet: Wallet, path: InitiationPath, recording: Recording): Wallet {
  const { steps } = recording
  const nothing = async () => {
    throw new Error('a swap signs no message')
  }
  const account = toAccount({
    address: wallet.account.address,
    signMessage: nothing,
    async signTypedData(typedData) {
      steps.push({ does: 'sign', typed_data: typedData })
      return noSignature
    },
    async signTransaction(transaction) {
      const unsigned = serializeTransaction(transaction)
      steps.push({ does: 'sign and send', transaction: { ...parseTransaction(unsigned) } })
      return unsigned
    },
  })
  /** Answers the wallet's requests. It sends no transaction, and answers as if each recorded one were mined. */
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const [first] = (params ?? []) as [Hex]
    if (method === 'eth_getTransactionReceipt') return minedReceipt(first)
    if (method !== 'eth_sendRawTransaction') return wallet.request({ method, params } as never)
    // On the path `native`, this transaction pays and creates the escrow, so the recording ends here.
    recording.isWhole = path === 'native'
    if (recording.isWhole) throw new Error('nothing is sent in a dry run')
    return keccak256(first)
  }
  const { chain, pollingInterval } = wallet
  return createClient({ account, chain, pollingInterval, transport: custom({ request }, { retryCount: 0 }) })
}

const minedReceipt = (transactionHash: Hex) => ({
  transactionHash,
  status: '0x1',
  blockHash: zeroHash,
  blockNumber: '0x1',
  transactionIndex: '0x0',
  cumulativeGasUsed: '0x0',
  gasUsed: '0x0',
  effectiveGasPrice: '0x0',
  type: '0x2',
  logs: [],
})
