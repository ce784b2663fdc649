import type { EIP1193Provider } from 'viem'
import type { Deployment } from '../browser.ts'

/** The first wallet that announces itself (EIP-6963). */
export const injected = (): Promise<EIP1193Provider> =>
  new Promise((resolve) => {
    window.addEventListener('eip6963:announceProvider', (event) =>
      resolve((event as CustomEvent<{ provider: EIP1193Provider }>).detail.provider),
    )
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  })

export const deployment = (): Promise<Deployment> =>
  fetch('/setup.json').then((answer) => answer.json() as Promise<Deployment>)
