/**
 * Sends a JSON-RPC request.
 * @throws Error with the answer, when that is an error or has no result.
 */
export async function rpcRequest<T>(rpcUrl: string, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = (await (await fetch(rpcUrl, { method: 'POST', headers, body })).json()) as { result?: T }
  if (answer.result === undefined) throw new Error(JSON.stringify(answer))
  return answer.result
}
