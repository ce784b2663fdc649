import { queryOptions } from '@tanstack/react-query'

/** The state of a devnet, as its playground tells it. */
export interface PlaygroundState {
  processes: { name: string; url: string; pid: number; is_running: boolean }[]
  chains: {
    name: string
    chain_id: number
    rpc_url: string
    block: number
    /** Unix seconds. */
    timestamp: number
    is_paused: boolean
  }[]
  accounts: { name: string; address: string; private_key: string }[]
  log_dir: string
  reorg_depth: number
}

const paceMs = 2_000

async function ask<T>(url: string, method: 'GET' | 'POST', signal?: AbortSignal): Promise<T> {
  const answer = await fetch(url, { method, ...(signal === undefined ? {} : { signal }) })
  const body = (await answer.json()) as T & { error?: string }
  if (!answer.ok) throw new Error(body.error ?? String(answer.status))
  return body
}

export const stateQuery = (url: string) =>
  queryOptions({
    queryKey: ['playground', 'state'],
    queryFn: ({ signal }) => ask<PlaygroundState>(`${url}/state`, 'GET', signal),
    refetchInterval: paceMs,
  })

/** The last lines of a process's log, while it is looked at. */
export const logQuery = (url: string, name: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['playground', 'log', name],
    queryFn: ({ signal }) => ask<{ lines: string[] }>(`${url}/logs/${name}`, 'GET', signal),
    enabled: isOpen,
    refetchInterval: paceMs,
  })

/** Does something to a process or a chain: `processes/solver/stop`. */
export const act = (url: string, path: string) => ask<PlaygroundState>(`${url}/${path}`, 'POST')
