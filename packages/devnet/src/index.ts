export { accounts, type DevAccount } from './accounts.ts'
export { assetOf, type CountedAsset, readBalance } from './balances.ts'
export { type DevnetChainName, devnetChains, devnetL1 } from './chains.ts'
export type { AnvilClient, DevnetWallet } from './clients.ts'
export { deployNetwork, devnetPrices } from './deploy-network.ts'
export { devEnvironment } from './dev.ts'
export { guide, sampleCommands } from './guide.ts'
export { closeHopRoute } from './hop/close-route.ts'
export { type MessageRelay, startMessageRelay } from './hop/message-relay.ts'
export { type HopOperator, makeHopOperator } from './hop/retry-message.ts'
export { servicePort } from './service-port.ts'
export {
  type DevnetChainHandle,
  devnetRpcKey,
  type Stack,
  type StackOptions,
  type StackProcess,
  type StackReplica,
  startStack,
} from './stack.ts'
export { buildWeb, startPages } from './web.ts'
