export type { RpcRequest } from './rpc-request.ts'
