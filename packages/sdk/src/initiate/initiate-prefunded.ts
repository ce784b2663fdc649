import { encodeCreateEscrow, readVault } from '@tandem/escrow'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { send, sendUnlessDone, type Wallet } from '../wallet.ts'
import { readHeld, type SourceSide, type Submitter } from './source-side.ts'

/** Sends the tokens to the predicted vault, and has it created. An amount that is there already is not sent again. */
export async function initiatePrefunded(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, registry, vault, terms, order } = source
  const walletTxHashes: Hex[] = []
  // `pending`, so that an earlier attempt's transfer that is not mined yet counts as well.
  const held = await readHeld(wallet, terms.token, vault, 'pending')
  if (held < terms.amount) {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [vault, terms.amount - held],
    })
    walletTxHashes.push(await send(wallet, chain, { to: terms.token, data }))
  }
  if (submitter.by === 'relayer') {
    await submitter.client.createInitiation({ type: 'prefunded', order_id: order.order_id })
    return { walletTxHashes, createTxHash: null }
  }
  const call = { to: registry, data: encodeCreateEscrow(terms) }
  const isCreated = async () => (await readVault(wallet, { registry, vault, terms })).state !== 'missing'
  const createTxHash = await sendUnlessDone(wallet, chain, call, isCreated)
  return { walletTxHashes: createTxHash === null ? walletTxHashes : [...walletTxHashes, createTxHash], createTxHash }
}
