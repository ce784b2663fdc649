import type { PrismaClient } from '../../src/db/client.ts'

/** Changes an order's status as the watcher does: the order and its event in one transaction. */
export async function changeStatus(
  prisma: PrismaClient,
  orderId: string,
  status: string,
  completionSecs: number | null = null,
): Promise<void> {
  const {
    status: previousStatus,
    lastEventSeq,
    ...order
  } = await prisma.order.findUniqueOrThrow({ where: { orderId } })
  const orderSeq = lastEventSeq + 1
  const createdAt = new Date()
  const completedAt =
    status === 'completed' && completionSecs !== null
      ? new Date(order.createdAt.getTime() + completionSecs * 1000)
      : null
  await prisma.$transaction([
    prisma.order.update({
      where: { orderId },
      data: { status, completedAt, lastEventSeq: orderSeq, updatedAt: createdAt },
    }),
    prisma.orderEvent.create({
      data: { orderId, orderSeq, type: 'order.status_changed', status, previousStatus, completionSecs, createdAt },
    }),
  ])
}
