export type { Answer, Honest, HttpReply, Lie, LieKind, Reply, RpcError, Said } from './lie.ts'
export { type LyingEndpoint, lyingEndpoint, type TrueChain } from './lying-endpoint.ts'
