import { needed } from '../checks.ts'
import { type Deployment, newOrder, pollUntil } from './deployment.ts'

/** A webhook from its registration to its end; events go to the receiver that was named. */
export async function checkWebhooks(deployment: Deployment): Promise<void> {
  const { check, book, webhookUrl, withinMs } = deployment
  await check('delivers events to a webhook, again when asked, and forgets it', async () => {
    const body = { url: needed(webhookUrl, 'receiver of webhooks (--webhook)') }
    const hook = await book.succeed<{ webhook_id: string; secret: string }>('createWebhook', { body }, [201])
    const headers = { 'webhook-secret': hook.secret }
    const path = { webhook_id: hook.webhook_id }
    await newOrder(deployment)
    const { data } = await pollUntil(
      () => book.succeed<{ data: { delivery_id: string }[] }>('listDeliveries', { path, headers }),
      (log) => log.data.length > 0,
      { what: 'a delivery', withinMs },
    )
    const listed = await book.succeed<{ data: { webhook_id: string }[] }>('listWebhooks', { headers })
    if (listed.data[0]?.webhook_id !== hook.webhook_id) throw new Error('the webhook is not in its own list')
    const delivery = { ...path, delivery_id: data[0]?.delivery_id ?? '' }
    await book.succeed('redeliver', { path: delivery, headers }, [202])
    await book.succeed('enableWebhook', { path, headers })
    await book.succeed('deleteWebhook', { path, headers })
    await book.refuse('listDeliveries', { path, headers }, 404)
  })
}
