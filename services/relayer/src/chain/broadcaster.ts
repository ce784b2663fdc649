import { type Endpoint, type Quorum, sendTo, sendToAll } from '@tandem/chain'
import { type FeePolicy, mostTelling } from '@tandem/chain/sending'
import type { ChainConfig } from '@tandem/contracts'
import type { Keyring } from '@tandem/signers'
import { keccak256 } from 'viem'
import type { Broadcaster } from '../transactions/ports.ts'

export function makeBroadcaster(
  { chain_id: chainId }: ChainConfig,
  {
    quorum,
    privateEndpoint,
    keyring,
    feeModel,
  }: {
    quorum: Quorum
    privateEndpoint: Endpoint | undefined
    keyring: Keyring
    feeModel: FeePolicy['model']
  },
): Broadcaster {
  return {
    async sign({ signer, nonce }, { to, data, maxFeePerGas, maxPriorityFeePerGas, gasLimit }) {
      const raw = await keyring.sign(signer, {
        ...{ chainId, nonce: Number(nonce), to, data, gas: gasLimit },
        ...(feeModel === 'legacy'
          ? { type: 'legacy', gasPrice: maxFeePerGas }
          : { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }),
      })
      return { raw, hash: keccak256(raw) }
    },
    async send(raw, visibility) {
      if (privateEndpoint !== undefined && visibility === 'private') return sendTo(privateEndpoint, raw)
      const [answers] = await Promise.all([
        sendToAll(quorum, raw),
        // A public transaction goes to the private endpoint as well, because that endpoint may get it included first.
        privateEndpoint === undefined ? undefined : sendTo(privateEndpoint, raw),
      ])
      return mostTelling(answers) ?? { provider: 'none', message: 'no endpoint' }
    },
  }
}
