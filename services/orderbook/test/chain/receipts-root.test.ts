/** Roots and hashes are compared with blocks of a real EVM. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { emptyTrieRoot, isHashOfHeader, receiptsRootOf } from '@tandem/chain'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { numberToHex, type RpcBlock, type RpcTransactionReceipt } from 'viem'
import { rpcRequest } from '../support/rpc-request.ts'

let anvil: LocalAnvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 903 })
})
afterAll(() => anvil.stop())

const request = <T>(method: string, ...params: unknown[]): Promise<T> => rpcRequest(anvil.rpcUrl, method, params)

const fee = '0x2540be400'

/** Mines a block with this many transactions of two types, every third of which emits a log. */
async function blockOf(transactions: number): Promise<{ block: RpcBlock; receipts: RpcTransactionReceipt[] }> {
  await request('evm_setAutomine', false)
  const [from] = await request<string[]>('eth_accounts')
  // The emitter's code is PUSH1 0, PUSH1 0, LOG0.
  const emitter = '0x00000000000000000000000000000000000000ee'
  await request('anvil_setCode', emitter, '0x60006000a0')
  for (let index = 0; index < transactions; index += 1) {
    const to = index % 3 === 0 ? emitter : from
    // All have the same price: anvil leaves out a transaction that depends on a cheaper one.
    const price = index % 2 === 0 ? { gasPrice: fee } : { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
    await request('eth_sendTransaction', { from, to, value: '0x0', gas: '0xc350', ...price })
  }
  await request('evm_mine')
  const block = await request<RpcBlock>('eth_getBlockByNumber', 'latest', false)
  const receipts = await request<RpcTransactionReceipt[]>('eth_getBlockReceipts', block.number)
  expect(receipts).toHaveLength(transactions)
  return { block, receipts }
}

describe('receiptsRootOf', () => {
  it.each([1, 2, 17, 129, 260])('is the root of a block with %s transactions', async (transactions) => {
    const { block, receipts } = await blockOf(transactions)
    expect(receiptsRootOf(receipts)).toBe(block.receiptsRoot)
    expect(receiptsRootOf(receipts.slice(1))).not.toBe(block.receiptsRoot)
    const forged = receipts.map((receipt, index) => (index === 0 ? { ...receipt, logs: [] } : receipt))
    expect(receiptsRootOf(forged)).not.toBe(block.receiptsRoot)
  })

  it('of no receipt is that of an empty block', async () => {
    await request('evm_mine')
    const { receiptsRoot } = await request<RpcBlock>('eth_getBlockByNumber', 'latest', false)
    expect(receiptsRoot).toBe(emptyTrieRoot)
    expect(receiptsRootOf([])).toBe(emptyTrieRoot)
  })

  it('of something that is no receipt is none', () => {
    expect(receiptsRootOf([{} as RpcTransactionReceipt])).toBeUndefined()
    expect(receiptsRootOf([null as unknown as RpcTransactionReceipt])).toBeUndefined()
  })
})

describe('isHashOfHeader', () => {
  it('is true of a block as it was mined, and false once any of its fields is another', async () => {
    const { block } = await blockOf(1)
    expect(isHashOfHeader(block)).toBe(true)
    for (const over of [
      { timestamp: numberToHex(BigInt(block.timestamp) + 1n) },
      { logsBloom: `0x${'0'.repeat(510)}11` },
      { receiptsRoot: emptyTrieRoot },
    ])
      expect(isHashOfHeader({ ...block, ...over } as RpcBlock)).toBe(false)
  })
})
