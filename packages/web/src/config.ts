/** Where the services are. `/config.json` beside the app says it, so one build serves every deployment. */
export interface WebConfig {
  baseUrl: string
  relayerUrl: string
}

/** @throws Error that says what an operator has to do. */
export async function loadConfig(): Promise<WebConfig> {
  const answer = await fetch('/config.json')
  if (!answer.ok) throw new Error(`GET /config.json answered ${answer.status}`)
  const { base_url: baseUrl, relayer_url: relayerUrl } = (await answer.json()) as Record<string, unknown>
  if (typeof baseUrl !== 'string' || typeof relayerUrl !== 'string') {
    throw new Error('/config.json must hold base_url and relayer_url')
  }
  return { baseUrl: baseUrl.replace(/\/$/, ''), relayerUrl: relayerUrl.replace(/\/$/, '') }
}
