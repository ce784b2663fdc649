import { connect, finish, keptSwaps, lostSwaps, startSwap } from '../browser.ts'
import { deployment, injected } from './injected.ts'

const ready = Promise.all([deployment(), injected().then(connect)])
const onProgress = ({ step }: { step: string }) => {
  document.title = step
}

Object.assign(window, {
  quickstart: {
    async start() {
      const [deployed, wallet] = await ready
      const swap = await startSwap(deployed, wallet)
      return finish(swap, { deployment: deployed, wallet, onProgress })
    },
    async goOn() {
      const [deployed, wallet] = await ready
      const lost = await lostSwaps(deployed, wallet)
      const [kept] = await keptSwaps(deployed, wallet)
      if (kept === undefined) throw new Error('the browser keeps no swap')
      const outcome = await finish(kept, { deployment: deployed, wallet, onProgress })
      return { outcome, lost: lost.map(({ state }) => state.orderId), kept: kept.state.orderId }
    },
  },
})
